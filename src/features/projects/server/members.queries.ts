import { cutPage, readCursor } from '#server/db/paging.ts'
import { emit } from '#server/events/events.queries.ts'
import type { Db } from '#server/db/open-database.ts'
import type { ProjectScope, VisitorScope } from '#server/scope.ts'
import { refused } from '#shared/errors.ts'
import type { Role } from '#shared/roles.ts'
import { done } from '#shared/shapes.ts'
import type { Instant } from '#shared/units.ts'
import { type Member, type Membership, projectErrors } from '../projects.contract.ts'
import { memberChanged } from './member-hooks.ts'

type Scope = Pick<ProjectScope, 'db' | 'projectId'>
type Page<M> = { items: M[]; nextCursor: string | null }
type Paging = { cursor?: string | undefined; limit: number }

/** Includes when each was last seen, which members may know of each other. */
export async function listMembers(scope: Scope, paging: Paging): Promise<Page<Member>> {
  return memberPage(scope, paging, (row) => ({ ...membershipOf(row), lastSeenAt: row.lastSeenAt }))
}

export async function listMemberships(scope: Scope, paging: Paging): Promise<Page<Membership>> {
  return memberPage(scope, paging, membershipOf)
}

async function memberPage<M>(
  { db, projectId }: Scope,
  { cursor, limit }: Paging,
  shape: (row: MemberRow) => M,
): Promise<Page<M>> {
  const after = readCursor(cursor)
  const rows = await memberRows(db, projectId)
    .where('memberships.removed_at', 'is', null)
    .$if(after !== undefined, (q) => q.where('memberships.join_order', '>', after?.[0] ?? 0))
    .orderBy('memberships.join_order')
    .limit(limit + 1)
    .execute()
  return cutPage(rows, limit, (row) => [row.join_order, row.id], shape)
}

export async function editMember(
  scope: ProjectScope,
  userId: string,
  change: { role?: Role | undefined; mayDownload?: boolean | undefined },
): Promise<Membership> {
  const { db, projectId } = scope
  await lockProject(db, projectId)
  const before = await openMember(scope, userId)
  if (before.role === 'owner' && change.role && change.role !== 'owner') await leaveAnOwner(scope, userId)
  await db
    .updateTable('memberships')
    .set({ role: change.role ?? before.role, may_download: (change.mayDownload ?? before.may_download === 1) ? 1 : 0 })
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .execute()
  await emit(scope, `project:${projectId}`, 'member.edited', { projectId, userId })
  await emit(scope, `user:${userId}`, 'member.edited', { projectId })
  return membershipOf(await openMember(scope, userId))
}

export async function removeMember(scope: ProjectScope, userId: string): Promise<typeof done> {
  const { db, projectId, actor, role, now } = scope
  if (userId !== actor.userId && role !== 'owner') throw projectErrors['member.not_yours']()
  await lockProject(db, projectId)
  const before = await openMember(scope, userId)
  if (before.role === 'owner') await leaveAnOwner(scope, userId)
  await db
    .updateTable('memberships')
    .set({ removed_at: now() })
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .execute()
  await memberChanged.ask(scope, projectId, userId)
  await emit(scope, `project:${projectId}`, userId === actor.userId ? 'member.left' : 'member.removed', {
    projectId,
    userId,
  })
  await emit(scope, `user:${userId}`, 'member.removed', { projectId })
  return done
}

export async function restoreMember(scope: ProjectScope, userId: string): Promise<Membership> {
  const { db, projectId } = scope
  await lockProject(db, projectId)
  const result = await db
    .updateTable('memberships')
    .set({ removed_at: null })
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('removed_at', 'is not', null)
    .executeTakeFirst()
  if (Number(result.numUpdatedRows) === 0) throw refused.not_found()
  await memberChanged.ask(scope, projectId, userId)
  await emit(scope, `project:${projectId}`, 'member.restored', { projectId, userId })
  await emit(scope, `user:${userId}`, 'member.restored', { projectId })
  return membershipOf(await openMember(scope, userId))
}

/**
 * Adds a member, or restores a former one. Returns false if they already are one. An invitation from before somebody
 * left does not bring them back; otherwise an old link would undo their removal.
 */
export async function addMember(
  scope: Pick<VisitorScope, 'db' | 'now' | 'actor' | 'bus' | 'afterCommit'>,
  projectId: string,
  userId: string,
  rights: { role: Role; mayDownload: boolean; offeredAt?: Instant; invitedBy?: string | null },
): Promise<boolean> {
  const { db, now } = scope
  await lockProject(db, projectId)
  const before = await db
    .selectFrom('memberships')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (before && before.removed_at === null) return false
  if (before?.removed_at != null && rights.offeredAt !== undefined && before.removed_at >= rights.offeredAt)
    throw projectErrors['invite.gone']()
  const granted = { role: rights.role, may_download: rights.mayDownload ? 1 : 0, joined_at: now(), removed_at: null }
  if (before)
    await db
      .updateTable('memberships')
      .set(granted)
      .where('project_id', '=', projectId)
      .where('user_id', '=', userId)
      .execute()
  else {
    const { last_member_order } = await db
      .updateTable('projects')
      .set((eb) => ({ last_member_order: eb('last_member_order', '+', 1) }))
      .where('id', '=', projectId)
      .returning('last_member_order')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('memberships')
      .values({ project_id: projectId, user_id: userId, join_order: last_member_order, ...granted })
      .execute()
  }
  if (before) await memberChanged.ask(scope, projectId, userId)
  await emit(scope, `project:${projectId}`, 'member.joined', {
    projectId,
    userId,
    ...(rights.invitedBy && { invitedBy: rights.invitedBy }),
  })
  await emit(scope, `user:${userId}`, 'member.joined', { projectId })
  return true
}

async function openMember({ db, projectId }: ProjectScope, userId: string) {
  const row = await memberRows(db, projectId)
    .where('memberships.user_id', '=', userId)
    .where('memberships.removed_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw refused.not_found()
  return row
}

/**
 * Serializes changes that check before they write: each must see the previous result, for example when two owners leave
 * at once.
 */
export async function lockProject(db: ProjectScope['db'], projectId: string): Promise<void> {
  await db
    .updateTable('projects')
    .set((eb) => ({ last_member_order: eb.ref('last_member_order') }))
    .where('id', '=', projectId)
    .execute()
}

async function leaveAnOwner({ db, projectId }: ProjectScope, leaving: string): Promise<void> {
  const other = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('project_id', '=', projectId)
    .where('role', '=', 'owner')
    .where('removed_at', 'is', null)
    .where('user_id', '!=', leaving)
    .executeTakeFirst()
  if (!other) throw projectErrors['member.only_owner']()
}

function memberRows(db: ProjectScope['db'], projectId: string) {
  return db
    .selectFrom('memberships')
    .innerJoin('user', 'user.id', 'memberships.user_id')
    .select([
      'user.id',
      'user.name',
      'user.username',
      'user.image',
      'memberships.role',
      'memberships.may_download',
      'memberships.join_order',
      'memberships.joined_at',
      'user.lastSeenAt',
    ])
    .where('memberships.project_id', '=', projectId)
}

type MemberRow = {
  id: string
  name: string
  username: string | null
  image: string | null
  role: Role
  may_download: number
  join_order: number
  joined_at: number
  lastSeenAt: Instant | null
}

function membershipOf(row: MemberRow): Membership {
  return {
    person: { id: row.id, name: row.name, username: row.username, image: row.image },
    role: row.role,
    mayDownload: row.may_download === 1,
    joinOrder: row.join_order,
    joinedAt: row.joined_at,
  }
}

/** The place in the order of joining of those of these people who are members. */
export async function joinOrders(
  db: Db,
  projectId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('memberships')
    .select(['user_id', 'join_order'])
    .where('project_id', '=', projectId)
    .where('user_id', 'in', ['', ...userIds])
    .where('removed_at', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.user_id, row.join_order]))
}
