import { afterEach, beforeEach, expect, test } from 'vitest'
import { openWorld, type PersonName, type World } from '#testing/world.ts'
import { leaveWithAccount } from './account-deletion.queries.ts'
import { aMembership, anOrganizationMember } from '#testing/row-builders.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.close())

/** A project that two own. */
async function owned(one: PersonName, other: PersonName): Promise<string> {
  const { id } = (await world.as(one, 'POST /api/projects', { body: { name: 'Shared' } })).body
  await aMembership(world, { project_id: id, user_id: other, role: 'owner' })
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
  await anOrganizationMember(world, {
    userId: 'ed',
    role: 'owner',
    createdAt: new Date(world.services.now()).toISOString(),
  })
  await aMembership(world, { user_id: 'stan', role: 'owner', join_order: 9 })
  expect((await Promise.all([deletes('olga'), deletes('ed')])).toSorted()).toEqual([200, 409])
  expect(await db.selectFrom('member').select('role').where('organizationId', '=', 'label').execute()).toEqual([
    { role: 'owner' },
  ])
})
