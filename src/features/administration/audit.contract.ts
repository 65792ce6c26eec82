import * as z from 'zod'
import { auditKinds, auditTopics } from '#shared/audit-kinds.ts'
import { contract } from '#shared/contract.ts'
import { Id, InstantMs, page, Paging } from '#shared/shapes.ts'

/** The name is null if the person or thing was deleted. */
const Named = z.object({ id: Id, name: z.string().nullable() }).nullable()

export const AuditEntry = z
  .object({
    id: Id,
    at: InstantMs,
    kind: z.enum(auditKinds),
    /** Null if the request was not authenticated, and for the server itself. */
    actor: Named,
    /** The account that was acted on, or that a sign-in tried. */
    subject: Named,
    /** The client's address; null if there was no request, and for admins of organizations. */
    address: z.string().nullable(),
    project: Named,
    organization: Named,
    /** Further ids, and fixed texts such as `role`. */
    refs: z.record(z.string(), z.string()),
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.infer<typeof AuditEntry>

const Filter = z.object({
  topic: z.enum(auditTopics).optional(),
  /** The actor or the subject. */
  personId: Id.optional(),
  from: z.coerce.number().int().optional(),
  before: z.coerce.number().int().optional(),
})

export const auditRoutes = contract({
  'GET /api/admin/audit': {
    access: 'admin',
    summary: 'The audit log, newest first',
    query: Paging.extend(Filter.shape),
    answer: page(AuditEntry),
  },
  'GET /api/admin/audit.csv': {
    access: 'admin',
    audit: 'admin.log_exported',
    summary: 'The audit log as CSV',
    query: Filter,
    answer: 'raw',
  },
  'GET /api/organizations/:organizationId/audit': {
    access: 'signed-in',
    tokens: [],
    summary: 'For its owners and admins: the audit log of the organization and its projects, without IP addresses',
    query: Paging.extend(Filter.shape),
    answer: page(AuditEntry),
  },
})
