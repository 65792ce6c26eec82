import { openOrganization } from '#features/organizations/server/organizations.scope.ts'
import { serve } from '#server/router/route-table.ts'
import { auditRoutes } from '../audit.contract.ts'
import { sendAuditCsv } from './audit-csv.ts'
import { listAudit, listOrganizationAudit } from './audit.queries.ts'

export const serveAudit = serve(auditRoutes, {
  'GET /api/admin/audit': ({ scope, query }) => listAudit(scope, query),
  'GET /api/admin/audit.csv': ({ scope, query, reply }) => sendAuditCsv(scope, query, reply),
  'GET /api/organizations/:organizationId/audit': async ({ scope, params, query }) =>
    listOrganizationAudit(await openOrganization(scope, params.organizationId), query),
})
