import { cutPage, readCursor } from '#server/db/paging.ts'
import type { UserScope } from '#server/scope.ts'
import type { ProjectCard } from '../projects.contract.ts'
import { inheritedTargets } from './delivery-targets.queries.ts'
import { cardCounts, cardDates } from './project-hooks.ts'
import { leadsIn, leadsInAsOwner, rightsOf, waysIn } from './project-rights.ts'
import { projectOf } from './projects.queries.ts'

const FACES_ON_A_CARD = 5

interface Asked {
  readonly cursor?: string | undefined
  readonly limit: number
  readonly state: 'active' | 'archived' | 'deleted'
  readonly organizationId?: string | undefined
}

/** Few reads, whatever the number of projects: the projects with counts, the members' avatars, and the targets. */
export async function listProjects(
  { db, actor }: UserScope,
  { cursor, limit, state, organizationId }: Asked,
): Promise<{ items: ProjectCard[]; nextCursor: string | null }> {
  const after = readCursor(cursor)
  const counts = (await cardCounts.ask(db)).flat()
  const dates = (await cardDates.ask(db)).flat()
  const rows = await waysIn(db, actor.userId)
    .selectAll('projects')
    .select(counts)
    .select(dates)
    .select((eb) => [
      eb
        .selectFrom('memberships as others')
        .whereRef('others.project_id', '=', 'projects.id')
        .where('others.removed_at', 'is', null)
        .select((c) => c.fn.countAll<number>().as('n'))
        .as('member_count'),
    ])
    .where(leadsIn)
    .$if(actor.token?.projectIds != null, (q) => q.where('projects.id', 'in', [...(actor.token?.projectIds ?? [])]))
    .$if(organizationId !== undefined, (q) => q.where('projects.organization_id', '=', organizationId ?? ''))
    .where('projects.deleted_at', state === 'deleted' ? 'is not' : 'is', null)
    .$if(state !== 'deleted', (q) => q.where('projects.archived_at', state === 'archived' ? 'is not' : 'is', null))
    // Only those who may restore a project see it in the trash.
    .$if(state === 'deleted', (q) => q.where(leadsInAsOwner))
    .$if(after !== undefined, (q) =>
      q.where((eb) =>
        eb.or([
          eb('projects.updated_at', '<', after?.[0] ?? 0),
          eb.and([eb('projects.updated_at', '=', after?.[0] ?? 0), eb('projects.id', '<', after?.[1] ?? '')]),
        ]),
      ),
    )
    .orderBy('projects.updated_at', 'desc')
    .orderBy('projects.id', 'desc')
    .limit(limit + 1)
    .execute()

  const faces = await facesOf(
    db,
    rows.map((row) => row.id),
  )
  const targets = await inheritedTargets(db, rows)
  return cutPage(
    rows,
    limit,
    (row) => [row.updated_at, row.id],
    (row): ProjectCard => ({
      ...projectOf(row, rightsOf(row) ?? { role: 'listener', mayDownload: false }, targets),
      trackCount: row.track_count ?? 0,
      openNoteCount: row.open_note_count ?? 0,
      openTaskCount: row.open_task_count ?? 0,
      nextDueOn: row.next_due_on ?? null,
      sizeBytes: row.size_bytes ?? 0,
      lastVersionAt: row.last_version_at,
      memberCount: row.member_count ?? 0,
      members: faces.get(row.id) ?? [],
    }),
  )
}

async function facesOf(
  db: UserScope['db'],
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, ProjectCard['members']>> {
  const faces = new Map<string, ProjectCard['members']>()
  if (projectIds.length === 0) return faces
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('user', 'user.id', 'memberships.user_id')
    .select(['memberships.project_id', 'memberships.join_order', 'user.id', 'user.name', 'user.username', 'user.image'])
    .where('memberships.project_id', 'in', [...projectIds])
    .where('memberships.removed_at', 'is', null)
    .orderBy('memberships.join_order')
    .execute()
  for (const row of rows) {
    const list = faces.get(row.project_id) ?? []
    if (list.length < FACES_ON_A_CARD)
      list.push({ id: row.id, name: row.name, username: row.username, image: row.image, joinOrder: row.join_order })
    faces.set(row.project_id, list)
  }
  return faces
}
