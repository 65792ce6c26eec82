import {
  madeAfter,
  moment,
  OWN_PAGE,
  ownData,
  ownPages,
  type OwnPart,
  type OwnThing,
} from '#features/account/server/own-data.ts'
import { openOrganization } from '#features/organizations/server/organizations.scope.ts'
import { defineFeature } from '#server/feature.ts'
import { serve } from '#server/router/route-table.ts'
import type { UserScope } from '#server/scope.ts'
import { quotaOf } from '#server/storage/quota.ts'
import { refused } from '#shared/errors.ts'
import { administrationRoutes } from '../administration.contract.ts'
import { auditRoutes } from '../audit.contract.ts'
import { sendAuditCsv } from './audit-csv.ts'
import { listAudit, listOrganizationAudit } from './audit.queries.ts'
import { discardDeadJob, listJobs, retryAllDeadJobs, retryDeadJob } from './jobs-list.queries.ts'
import { backupJobs, startScheduledBackup } from './scheduled-backup.jobs.ts'
import { readHealth } from './server-health.queries.ts'
import { startStorageCount, storageCountJobs } from './storage-count.jobs.ts'
import { listProjectUses, readStorageSummary } from './storage-use.queries.ts'

interface Quota {
  readonly quotaBytes: number | null
  readonly ownQuotaBytes: number | null
}

/** What is there already stays, also where it is more. */
async function setProjectQuota(
  { db, config }: UserScope,
  projectId: string,
  bytes: number | null,
): Promise<Quota & { readonly projectId: string }> {
  const result = await db
    .updateTable('projects')
    .set({ quota_bytes: bytes })
    .where('id', '=', projectId)
    .executeTakeFirst()
  if (Number(result.numUpdatedRows) === 0) throw refused.not_found()
  return { quotaBytes: quotaOf(bytes, config.PROJECT_QUOTA_GB), ownQuotaBytes: bytes, projectId }
}

async function setOrganizationQuota(
  { db, config }: UserScope,
  organizationId: string,
  bytes: number | null,
): Promise<Quota> {
  if (!(await db.selectFrom('organization').select('id').where('id', '=', organizationId).executeTakeFirst()))
    throw refused.not_found()
  if (bytes === null) await db.deleteFrom('organization_quotas').where('organization_id', '=', organizationId).execute()
  else
    await db
      .insertInto('organization_quotas')
      .values({ organization_id: organizationId, bytes })
      .onConflict((c) => c.column('organization_id').doUpdateSet({ bytes }))
      .execute()
  return { quotaBytes: quotaOf(bytes, config.ORGANIZATION_QUOTA_GB), ownQuotaBytes: bytes }
}

const ownAudit: readonly OwnPart[] = [{ name: 'logged', read: loggedDeeds }]

/** What the log of sensitive actions says that one did, and from where; to whom is theirs. */
function loggedDeeds({ db, actor }: UserScope): AsyncIterable<readonly OwnThing[]> {
  return ownPages(
    (last) =>
      db
        .selectFrom('audit')
        .select(['id', 'at as created_at', 'kind', 'address'])
        .where('actor_id', '=', actor.userId)
        .where(madeAfter('audit', last, 'at'))
        .orderBy('at')
        .orderBy('id')
        .limit(OWN_PAGE)
        .execute(),
    ({ created_at: at, kind, address }) => ({
      what: kind,
      doneAt: moment(at),
      address: address === '' ? null : address,
    }),
  )
}

const serveAudit = serve(auditRoutes, {
  'GET /api/admin/audit': ({ scope, query }) => listAudit(scope, query),
  'GET /api/admin/audit.csv': ({ scope, query, reply }) => sendAuditCsv(scope, query, reply),
  'GET /api/organizations/:organizationId/audit': async ({ scope, params, query }) =>
    listOrganizationAudit(await openOrganization(scope, params.organizationId), query),
})

const serveAdministration = serve(administrationRoutes, {
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

export const administrationFeature = defineFeature({
  name: 'administration',
  serves: [serveAdministration, serveAudit],
  jobs: { normal: storageCountJobs, backup: backupJobs },
  recurring: async (services) => {
    await startStorageCount(services)
    await startScheduledBackup(services)
  },
  answers: [ownData.answeredBy(() => ownAudit)],
})
