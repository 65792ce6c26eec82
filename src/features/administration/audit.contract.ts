import * as z from 'zod'
import { auditKinds, auditTopics } from '#shared/audit-kinds.ts'
import { contract } from '#shared/contract.ts'
import { Id, InstantMs, page, Paging } from '#shared/shapes.ts'

/** A name is null where the person or thing is gone. */
const Named = z.object({ id: Id, name: z.string().nullable() }).nullable()

export const AuditEntry = z
  .object({
    id: Id,
    at: InstantMs,
    kind: z.enum(auditKinds),
    /** Who did it; null for whoever was not let in, and for the server itself. */
    actor: Named,
    /** Whom it was done to, or tried as. */
    subject: Named,
    /** Where it came from; null where nobody asked from outside, and to admins of organizations. */
    address: z.string().nullable(),
    project: Named,
    organization: Named,
    /** Further ids, and words of ours as `role`. */
    refs: z.record(z.string(), z.string()),
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.infer<typeof AuditEntry>

const Filter = z.object({
  topic: z.enum(auditTopics).optional(),
  /** Who did it, or whom it was done to. */
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
