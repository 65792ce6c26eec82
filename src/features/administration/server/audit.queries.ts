import { refused } from '#shared/errors.ts'
import type { AuditKind } from '#shared/audit-kinds.ts'
import { cutPage, readCursor, type Cursor } from '#server/db/paging.ts'
import type { Db } from '#server/db/open-database.ts'
import type { UserScope } from '#server/scope.ts'
import type { OrganizationScope } from '#features/organizations/server/organizations.scope.ts'
import type { AuditEntry } from '../audit.contract.ts'

export interface AuditFilter {
  readonly topic?: string | undefined
  readonly personId?: string | undefined
  readonly from?: number | undefined
  readonly before?: number | undefined
}

interface Asked extends AuditFilter {
  readonly cursor?: string | undefined
  readonly limit: number
}

type Page = { items: AuditEntry[]; nextCursor: string | null }

/** Newest first. */
export async function listAudit({ db }: Pick<UserScope, 'db'>, asked: Asked): Promise<Page> {
  return auditPage(db, asked, readCursor(asked.cursor), undefined)
}

/** Not found for plain members. Leaves out client addresses, which concern only users and the server. */
export async function listOrganizationAudit(
  { db, organizationId, manages }: OrganizationScope,
  asked: Asked,
): Promise<Page> {
  if (!manages) throw refused.not_found()
  const { items, nextCursor } = await auditPage(db, asked, readCursor(asked.cursor), organizationId)
  return { items: items.map((entry) => ({ ...entry, address: null })), nextCursor }
}

async function auditPage(
  db: Db,
  { topic, personId, from, before, limit }: Asked,
  after: Cursor | undefined,
  organizationId: string | undefined,
): Promise<Page> {
  const rows = await db
    .selectFrom('audit')
    .leftJoin('user as actors', 'actors.id', 'audit.actor_id')
    .leftJoin('guests', 'guests.id', 'audit.actor_id')
    .leftJoin('user as subjects', 'subjects.id', 'audit.subject_id')
    .leftJoin('projects', 'projects.id', 'audit.project_id')
    .leftJoin('organization', 'organization.id', 'audit.organization_id')
    .selectAll('audit')
    .select([
      'actors.name as actor_name',
      'guests.name as guest_name',
      'subjects.name as subject_name',
      'projects.name as project_name',
      'organization.name as organization_name',
    ])
    .$if(organizationId !== undefined, (q) => q.where('audit.organization_id', '=', organizationId ?? ''))
    .$if(topic !== undefined, (q) => q.where('audit.kind', 'like', `${topic ?? ''}.%`))
    .$if(personId !== undefined, (q) =>
      q.where((eb) => eb.or([eb('audit.actor_id', '=', personId ?? ''), eb('audit.subject_id', '=', personId ?? '')])),
    )
    .$if(from !== undefined, (q) => q.where('audit.at', '>=', from ?? 0))
    .$if(before !== undefined, (q) => q.where('audit.at', '<', before ?? 0))
    .$if(after !== undefined, (q) =>
      q.where((eb) =>
        eb.or([
          eb('audit.at', '<', after?.[0] ?? 0),
          eb.and([eb('audit.at', '=', after?.[0] ?? 0), eb('audit.id', '<', after?.[1] ?? '')]),
        ]),
      ),
    )
    .orderBy('audit.at', 'desc')
    .orderBy('audit.id', 'desc')
    .limit(limit + 1)
    .execute()
  return cutPage(
    rows,
    limit,
    (row) => [row.at, row.id],
    (row): AuditEntry => ({
      id: row.id,
      at: row.at,
      // Only `record` writes rows, with these kinds.
      kind: row.kind as AuditKind,
      actor: named(row.actor_id, row.actor_name ?? row.guest_name),
      subject: named(row.subject_id, row.subject_name),
      address: row.address === '' ? null : row.address,
      project: named(row.project_id, row.project_name),
      organization: named(row.organization_id, row.organization_name),
      refs: JSON.parse(row.refs),
    }),
  )
}

function named(id: string | null, name: string | null): { id: string; name: string | null } | null {
  return id === null ? null : { id, name }
}
