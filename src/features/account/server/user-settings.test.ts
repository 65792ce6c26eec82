import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openWorld, type World } from '#testing/world.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.close())

const defaults = {
  keys: { single: true, bindings: {} },
  playback: { quality: 'automatic', pausesForNotes: false },
  views: [],
  advice: { serverSetup: true },
}

describe('what people set for themselves', () => {
  test('has defaults until they change it, and then follows them', async () => {
    expect((await world.as('ed', 'GET /api/users/me/settings')).body).toEqual(defaults)
    const keys = { single: false, bindings: { K: ['P'], M: [] } }
    expect((await world.as('ed', 'PATCH /api/users/me/settings', { body: { keys } })).body).toEqual({
      ...defaults,
      keys,
    })
    await world.as('ed', 'PATCH /api/users/me/settings', {
      body: { playback: { quality: 'lossless', pausesForNotes: true } },
    })
    expect((await world.as('ed', 'GET /api/users/me/settings')).body).toEqual({
      keys,
      playback: { quality: 'lossless', pausesForNotes: true },
      views: [],
      advice: defaults.advice,
    })
  })

  test('holds the views they named, and leaves the rest as it is', async () => {
    const views = [{ list: 'tracks', name: 'To approve', search: { status: 'review', order: 'updated' } }] as const
    const answer = await world.as('ed', 'PATCH /api/users/me/settings', { body: { views } })
    expect(answer.body).toEqual({ ...defaults, views })
    const many = Array.from({ length: 51 }, (_, index) => ({ ...views[0], name: `View ${index}` }))
    expect((await world.as('ed', 'PATCH /api/users/me/settings', { body: { views: many } })).status).toBe(400)
    expect((await world.as('ed', 'GET /api/users/me/settings')).body).toEqual({ ...defaults, views })
  })

  test('keeps what an earlier build has kept, with the default of what came later', async () => {
    const { id } = (await world.as('ed', 'GET /api/users/me')).body
    await world.services.database.db
      .insertInto('user_settings')
      .values({ user_id: id, key: 'playback', value: '{"quality":"lossless"}' })
      .execute()
    expect((await world.as('ed', 'GET /api/users/me/settings')).body.playback).toEqual({
      quality: 'lossless',
      pausesForNotes: false,
    })
  })

  test('is nobody else’s', async () => {
    await world.as('ed', 'PATCH /api/users/me/settings', { body: { playback: { quality: 'lossless' } } })
    expect((await world.as('olga', 'GET /api/users/me/settings')).body).toEqual(defaults)
  })

  test('is refused as a whole when a part makes no sense', async () => {
    const refused = await world.as('ed', 'PATCH /api/users/me/settings', {
      body: { playback: { quality: 'lossless' }, keys: { single: true, bindings: { K: Array(5).fill('P') } } },
    })
    expect(refused.status).toBe(400)
    expect((await world.as('ed', 'GET /api/users/me/settings')).body).toEqual(defaults)
  })
})
