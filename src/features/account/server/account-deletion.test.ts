import { afterEach, beforeEach, expect, test } from 'vitest'
import { openWorld, type PersonName, type World } from '#testing/world.ts'
import { leaveWithAccount } from './account-deletion.queries.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.close())

/** A project with two owners. */
async function owned(one: PersonName, other: PersonName): Promise<string> {
  const { id } = (await world.as(one, 'POST /api/projects', { body: { name: 'Shared' } })).body
  await world.services.database.db
    .insertInto('memberships')
    .values({
      project_id: id,
      user_id: other,
      role: 'owner',
      may_download: 1,
      join_order: 2,
      joined_at: 0,
      removed_at: null,
    })
    .execute()
  return id
}

const ownersOf = async (projectId: string) =>
  (
    await world.services.database.db
      .selectFrom('memberships')
      .select('user_id')
      .where('project_id', '=', projectId)
      .where('role', '=', 'owner')
      .where('removed_at', 'is', null)
      .execute()
  ).length
const deletes = (person: PersonName) =>
  leaveWithAccount(world.services, person, '').then(
    () => 200,
    (error: { status?: number }) => error.status,
  )

test('two owners who delete their accounts at the same moment leave one behind', async () => {
  const projectId = await owned('ed', 'cora')
  expect((await Promise.all([deletes('ed'), deletes('cora')])).toSorted()).toEqual([200, 409])
  expect(await ownersOf(projectId)).toBe(1)
})

test('of two owners who delete their account and leave at the same moment one stays', async () => {
  for (const [goes, leaves] of [
    ['ed', 'cora'],
    ['lin', 'stan'],
  ] as const) {
    const projectId = await owned(goes, leaves)
    const left = world
      .as(leaves, 'DELETE /api/projects/:projectId/members/:userId', { params: { projectId, userId: leaves } })
      .then(({ status }) => status)
    expect((await Promise.all([deletes(goes), left])).toSorted()).toEqual([200, 409])
    expect(await ownersOf(projectId)).toBe(1)
  }
})

test('two owners of an organization who delete their accounts at the same moment leave one behind', async () => {
  const { db } = world.services.database
  await db
    .insertInto('member')
    .values({
      id: 'ed-label',
      organizationId: 'label',
      userId: 'ed',
      role: 'owner',
      teamId: null,
      createdAt: new Date(world.services.now()).toISOString(),
    })
    .execute()
  await db
    .insertInto('memberships')
    .values({
      project_id: world.here['projectId'] ?? '',
      user_id: 'stan',
      role: 'owner',
      may_download: 1,
      join_order: 9,
      joined_at: 0,
      removed_at: null,
    })
    .execute()
  expect((await Promise.all([deletes('olga'), deletes('ed')])).toSorted()).toEqual([200, 409])
  expect(await db.selectFrom('member').select('role').where('organizationId', '=', 'label').execute()).toEqual([
    { role: 'owner' },
  ])
})
