import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openWorld, type PersonName, type World } from '#testing/world.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.close())

const seen = (by: PersonName, userId: string) => world.as(by, 'GET /api/users/:userId', { params: { userId } })

test('one sees all of oneself', async () => {
  expect((await world.as('olga', 'GET /api/users/me')).body).toMatchObject({
    id: 'olga',
    name: 'Olga',
    username: 'olga',
    email: 'olga@example.com',
    isAdmin: true,
  })
  expect((await world.as('ed', 'GET /api/users/me')).body).toMatchObject({ id: 'ed', isAdmin: false })
})

describe('another person', () => {
  test('is a name and a picture to those who share a project, never an address', async () => {
    expect((await seen('lin', 'ed')).body).toEqual({ id: 'ed', name: 'Ed', username: 'ed', image: null })
  })

  test('does not exist for strangers, in the same words as nobody', async () => {
    const stranger = await seen('stan', 'ed')
    expect([stranger.status, stranger.body]).toEqual([404, (await seen('stan', 'nobody')).body])
  })

  test('is gone with the project that was shared, or with the membership', async () => {
    await world.as('olga', 'DELETE /api/projects/:projectId/members/:userId', { params: { userId: 'lin' } })
    expect((await seen('lin', 'ed')).status).toBe(404)
    expect((await seen('ed', 'lin')).status).toBe(404)
    await world.as('olga', 'DELETE /api/projects/:projectId')
    expect((await seen('ed', 'olga')).status).toBe(404)
  })

  test('is known to those whom only an organization or a team lets into the project, and knows them', async () => {
    const { db } = world.services.database
    const createdAt = new Date(world.services.now()).toISOString()
    const both = async () => [(await seen('stan', 'lin')).status, (await seen('lin', 'stan')).status]
    await db
      .insertInto('member')
      .values({ id: 'stan-label', organizationId: 'label', userId: 'stan', role: 'member', teamId: null, createdAt })
      .execute()
    await db
      .updateTable('projects')
      .set({ organization_id: 'label' })
      .where('id', '=', world.here['projectId'] ?? '')
      .execute()
    expect(await both()).toEqual([404, 404])
    await db
      .updateTable('projects')
      .set({ organization_role: 'listener' })
      .where('id', '=', world.here['projectId'] ?? '')
      .execute()
    expect(await both()).toEqual([200, 200])
    await db
      .insertInto('team')
      .values({ id: 'mixers', name: 'Mixers', organizationId: 'label', memberCount: 1, createdAt, updatedAt: null })
      .execute()
    await db
      .updateTable('projects')
      .set({ team_id: 'mixers' })
      .where('id', '=', world.here['projectId'] ?? '')
      .execute()
    expect(await both()).toEqual([404, 404])
    await db
      .insertInto('teamMember')
      .values({ id: 'stan-mixers', teamId: 'mixers', userId: 'stan', createdAt })
      .execute()
    expect(await both()).toEqual([200, 200])
    await world.as('olga', 'DELETE /api/projects/:projectId')
    expect(await both()).toEqual([404, 404])
  })
})
