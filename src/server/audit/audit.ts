import type { AuditKind } from '#shared/audit-kinds.ts'
import type { Instant } from '#shared/units.ts'
import type { Db } from '../db/open-database.ts'

export interface Audited {
  readonly kind: AuditKind
  /** Null if the request was not authenticated. */
  readonly actorId: string | null
  readonly address: string
  readonly projectId?: string | undefined
  /** The project's organization, when no project is given. */
  readonly organizationId?: string | null | undefined
  /** The account that was acted on, or that a sign-in tried. */
  readonly subjectId?: string | undefined
  /** Further ids and fixed texts. Never a secret: an invite's id grants access. */
  readonly refs?: Readonly<Record<string, string>>
}

interface Recording {
  readonly db: Db
  readonly now: () => Instant
  readonly newId: () => string
}

/** Writes an audit entry, in the transaction of the audited change if there is one. */
export async function record(
  { db, now, newId }: Recording,
  { kind, actorId, address, projectId, organizationId, subjectId, refs = {} }: Audited,
): Promise<void> {
  await db
    .insertInto('audit')
    .values({
      id: newId(),
      at: now(),
      kind,
      actor_id: actorId,
      address,
      organization_id: organizationId === undefined ? await organizationOf(db, projectId) : organizationId,
      project_id: projectId ?? null,
      subject_id: subjectId ?? null,
      refs: JSON.stringify(refs),
    })
    .execute()
}

/** The organization a project belongs to. */
export async function organizationOf(db: Db, projectId: string | undefined): Promise<string | null> {
  if (projectId === undefined) return null
  const row = await db.selectFrom('projects').select('organization_id').where('id', '=', projectId).executeTakeFirst()
  return row?.organization_id ?? null
}
