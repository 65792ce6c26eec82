import type { Selectable } from 'kysely'
import type { DeliveryTargets } from '#audio/delivery-targets.ts'
import { refused, refuseUnseen } from '#shared/errors.ts'
import { done } from '#shared/shapes.ts'
import type { Rights } from '#shared/roles.ts'
import type { ProjectEventKind } from '#shared/event-kinds.ts'
import { prepared } from '#server/db/prepared.ts'
import { emit } from '#server/events/events.queries.ts'
import type { ProjectScope, UserScope } from '#server/scope.ts'
import { refuseOverQuota } from './project-quota.queries.ts'
import type { Project } from '../projects.contract.ts'
import { removeCover, storeCover } from './covers.queries.ts'
import { inheritedTargets, targetsOf } from './delivery-targets.queries.ts'
import { lockProject } from './members.queries.ts'
import {
  belongingOf,
  changesBelonging,
  movedBelonging,
  noOrganization,
  type BelongingChange,
} from './project-belonging.ts'
import { peopleIn, rightsOf, waysIn } from './project-rights.ts'
import type { ProjectTable } from './projects.tables.ts'

/** The union of all ways into a project: membership, organization, team. */
export async function findProjectRights(
  { db, actor }: UserScope,
  projectId: string,
  { inTrash }: { readonly inTrash: boolean },
): Promise<Rights | undefined> {
  const row = await findWaysIn(db, { userId: actor.userId, projectId })
  return row && (row.deleted_at !== null) === inTrash ? rightsOf(row) : undefined
}

const findWaysIn = prepared((db, { userId, projectId }: { readonly userId: string; readonly projectId: string }) =>
  waysIn(db, userId).select('projects.deleted_at').where('projects.id', '=', projectId),
)

export async function createProject(
  scope: UserScope,
  { name, description, ...belonging }: { name: string; description: string } & BelongingChange,
): Promise<Project> {
  const { db, actor, now, newId } = scope
  const at = now()
  const belongs = await belongingOf(scope, noOrganization, belonging)
  const row: Selectable<ProjectTable> = {
    id: newId(),
    name,
    description,
    task_prefix: taskPrefix(name),
    ...belongs,
    last_task_number: 0,
    last_member_order: 1,
    last_version_sequence: 0,
    created_by: actor.userId,
    created_at: at,
    updated_at: at,
    archived_at: null,
    deleted_at: null,
    deleted_by: null,
    quota_bytes: null,
    targets: null,
    cover: null,
  }
  await db.insertInto('projects').values(row).execute()
  await db
    .insertInto('memberships')
    .values({
      project_id: row.id,
      user_id: actor.userId,
      role: 'owner',
      may_download: 1,
      join_order: 1,
      joined_at: at,
      removed_at: null,
    })
    .execute()
  await emit(scope, `project:${row.id}`, 'project.created', { projectId: row.id })
  for (const userId of await peopleIn(db, row.id))
    await emit(scope, `user:${userId}`, 'project.created', { projectId: row.id })
  return projectOf(row, { role: 'owner', mayDownload: true }, await inheritedTargets(db, [row]))
}

export async function readProject({ db, projectId, role, mayDownload }: ProjectScope): Promise<Project> {
  const row = await db.selectFrom('projects').selectAll().where('id', '=', projectId).executeTakeFirst()
  if (!row) throw refused.not_found()
  return projectOf(row, { role, mayDownload }, await inheritedTargets(db, [row]))
}

type ProjectChange = {
  name?: string | undefined
  description?: string | undefined
  archived?: boolean | undefined
  targets?: DeliveryTargets | null | undefined
} & BelongingChange

/** `basedOn` are the words that the editor saw. */
export async function editProject(
  scope: ProjectScope,
  { basedOn, ...change }: ProjectChange & { basedOn?: Pick<ProjectChange, 'name' | 'description'> | undefined },
): Promise<Project> {
  const { db, projectId, now } = scope
  const at = now()
  const moves = changesBelonging(change)
  // A concurrent change by another owner must not be undone: a move waits for the lock to see it, other changes leave
  // those columns alone.
  if (moves || basedOn) await lockProject(db, projectId)
  const before = await db
    .selectFrom('projects')
    .select(['name', 'description', 'organization_id', 'team_id', 'organization_role', 'organization_may_download'])
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
  if (basedOn) refuseUnseen({ name: before.name, description: before.description }, change, basedOn)
  const people = await peopleIn(db, projectId)
  const belongs = moves ? await movedBelonging(scope, before, change) : undefined
  await db
    .updateTable('projects')
    .set({
      updated_at: at,
      ...belongs,
      ...(change.name !== undefined && { name: change.name }),
      ...(change.description !== undefined && { description: change.description }),
      ...(change.targets !== undefined && { targets: change.targets && JSON.stringify(change.targets) }),
      ...(change.archived !== undefined && { archived_at: change.archived ? at : null }),
    })
    .where('id', '=', projectId)
    .execute()
  if (belongs && belongs.organization_id !== before.organization_id) await refuseOverQuota(scope, 0, ['organization'])
  // People who gain or lose access are notified too.
  await tellPeople(scope, kindOf(change), people)
  return readProject(scope)
}

export async function setProjectCover(
  scope: ProjectScope,
  cover: { readonly picture: string } | null,
): Promise<Project> {
  const { db, projectId, now } = scope
  const hash = cover && (await storeCover(scope, null, cover))
  if (hash === null) await removeCover(scope, null)
  await db.updateTable('projects').set({ updated_at: now(), cover: hash }).where('id', '=', projectId).execute()
  await tellPeople(scope, 'project.edited')
  return readProject(scope)
}

function kindOf({ archived, targets, ...others }: ProjectChange): ProjectEventKind {
  if (archived !== undefined) return archived ? 'project.archived' : 'project.unarchived'
  const isOnlyTargets = targets !== undefined && Object.values(others).every((value) => value === undefined)
  return isOnlyTargets ? 'project.targets_set' : 'project.edited'
}

export async function deleteProject(scope: ProjectScope): Promise<typeof done> {
  await scope.db
    .updateTable('projects')
    .set({ deleted_at: scope.now(), deleted_by: scope.actor.userId })
    .where('id', '=', scope.projectId)
    .execute()
  await tellPeople(scope, 'project.deleted')
  return done
}

export async function restoreProject(scope: ProjectScope): Promise<Project> {
  await scope.db
    .updateTable('projects')
    .set({ deleted_at: null, deleted_by: null })
    .where('id', '=', scope.projectId)
    .execute()
  await tellPeople(scope, 'project.restored')
  return readProject(scope)
}

/** Updates the project's time of change, which sorts the project list. */
export async function touchProject({
  db,
  projectId,
  now,
}: Pick<ProjectScope, 'db' | 'projectId' | 'now'>): Promise<void> {
  await db.updateTable('projects').set({ updated_at: now() }).where('id', '=', projectId).execute()
}

/** Also emits to users' own streams, because not everybody has the project open. */
async function tellPeople(scope: ProjectScope, kind: ProjectEventKind, others: readonly string[] = []): Promise<void> {
  const { db, projectId } = scope
  await emit(scope, `project:${projectId}`, kind, { projectId })
  const people = new Set([...others, ...(await peopleIn(db, projectId))])
  for (const userId of [...people].toSorted()) await emit(scope, `user:${userId}`, kind, { projectId })
}

export function projectOf(
  row: Selectable<ProjectTable>,
  rights: Rights,
  inherited: Awaited<ReturnType<typeof inheritedTargets>>,
): Project {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    taskPrefix: row.task_prefix,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    archivedAt: row.archived_at,
    deletedAt: row.deleted_at,
    organizationId: row.organization_id,
    teamId: row.team_id,
    organizationRole: row.organization_role,
    organizationMayDownload: row.organization_may_download === 1,
    ...targetsOf(row, inherited),
    cover: row.cover,
    role: rights.role,
    mayDownload: rights.mayDownload,
  }
}

/** Initials of the first words, such as LT for "Low Tide"; the first letters of a single word. */
export function taskPrefix(name: string): string {
  const words = name.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? []
  const letters =
    words.length > 1
      ? words
          .slice(0, 3)
          .map((word) => [...word][0])
          .join('')
      : [...(words[0] ?? 'T')].slice(0, 2).join('')
  return letters.toLocaleUpperCase('en')
}
