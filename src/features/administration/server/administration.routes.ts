import { serve } from '#server/router/route-table.ts'
import { administrationRoutes } from '../administration.contract.ts'
import { discardDeadJob, listJobs, retryAllDeadJobs, retryDeadJob } from './jobs-list.queries.ts'
import { setOrganizationQuota, setProjectQuota } from './quotas.queries.ts'
import { readHealth } from './server-health.queries.ts'
import { listProjectUses, readStorageSummary } from './storage-use.queries.ts'

export const serveAdministration = serve(administrationRoutes, {
  'GET /api/admin/health': ({ scope }) => readHealth(scope),
  'GET /api/admin/storage': ({ scope }) => readStorageSummary(scope),
  'GET /api/admin/storage/projects': ({ scope, query }) => listProjectUses(scope, query),
  'PATCH /api/admin/quotas/projects/:ownerId': ({ scope, params, body }) =>
    setProjectQuota(scope, params.ownerId, body.quotaBytes),
  'PATCH /api/admin/quotas/organizations/:organizationId': ({ scope, params, body }) =>
    setOrganizationQuota(scope, params.organizationId, body.quotaBytes),
  'GET /api/admin/jobs': ({ scope, query }) => listJobs(scope, query),
  'POST /api/admin/jobs/retry': ({ scope }) => retryAllDeadJobs(scope),
  'POST /api/admin/jobs/:jobId/retry': ({ scope, params }) => retryDeadJob(scope, params.jobId),
  'DELETE /api/admin/jobs/:jobId': ({ scope, params }) => discardDeadJob(scope, params.jobId),
})
