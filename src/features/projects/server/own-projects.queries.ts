import { moment, momentOrNull, type OwnPart, type OwnThing } from '#features/account/server/own-data.ts'
import type { UserScope } from '#server/scope.ts'
import { leadsIn, leadsInAsEditor, leadsInAsOwner, rightsOf, waysIn } from './project-rights.ts'

export const ownProjects: readonly OwnPart[] = [{ name: 'projects', read: ownMemberships }]

/**
 * The projects that the user may open, for a left join on `open.id`, and whether they may edit or own them; other
 * projects are exported without names.
 */
export function openProjects({ db, actor }: UserScope) {
  return waysIn(db, actor.userId)
    .clearSelect()
    .select([
      'projects.id',
      'projects.name',
      'projects.task_prefix',
      leadsInAsEditor.as('is_edited'),
      leadsInAsOwner.as('is_owned'),
    ])
    .where(leadsIn)
    .where('projects.deleted_at', 'is', null)
    .as('open')
}

/** Current memberships of any kind, then what is known of former ones. */
async function ownMemberships(scope: UserScope): Promise<readonly OwnThing[]> {
  const { db, actor } = scope
  const open = await waysIn(db, actor.userId)
    .select(['projects.id', 'projects.name', 'projects.archived_at', 'memberships.joined_at'])
    .where(leadsIn)
    .where('projects.deleted_at', 'is', null)
    .orderBy('projects.created_at')
    .orderBy('projects.id')
    .execute()
  const closed = await db
    .selectFrom('memberships')
    .leftJoin(openProjects(scope), 'open.id', 'memberships.project_id')
    .select(['memberships.role', 'memberships.joined_at', 'memberships.removed_at'])
    .where('memberships.user_id', '=', actor.userId)
    .where('open.id', 'is', null)
    .orderBy('memberships.joined_at')
    .orderBy('memberships.project_id')
    .execute()
  return [
    ...open.map((row) => ({
      id: row.id,
      name: row.name,
      ...rightsOf(row),
      joinedAt: momentOrNull(row.joined_at),
      leftAt: null,
      archivedAt: momentOrNull(row.archived_at),
    })),
    ...closed.map((row) => ({
      id: null,
      name: null,
      role: row.role,
      joinedAt: moment(row.joined_at),
      leftAt: momentOrNull(row.removed_at),
    })),
  ]
}
