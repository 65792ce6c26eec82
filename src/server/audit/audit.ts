import type { AuditKind } from '#shared/audit-kinds.ts'
import type { Instant } from '#shared/units.ts'
import type { Db } from '../db/open-database.ts'

export interface Audited {
  readonly kind: AuditKind
  /** Null for whoever was not let in. */
  readonly actorId: string | null
  readonly address: string
  readonly projectId?: string | undefined
  /** Of the project, where it is not named. */
  readonly organizationId?: string | null | undefined
  /** Whom it was done to, or tried as. */
  readonly subjectId?: string | undefined
  /** Further ids, and words of ours. Never a secret: an invite's id opens a door. */
  readonly refs?: Readonly<Record<string, string>>
}

interface Recording {
  readonly db: Db
  readonly now: () => Instant
  readonly newId: () => string
}

/** Writes down what was done, in the transaction of the deed where there is one. */
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
