import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contracts } from './features.ts'
import { openWorld, type World } from '#testing/world.ts'
import type { Method } from '#shared/contract.ts'

type Key = `${Method} /${string}`
const routes = contracts.flatMap((contract) => Object.entries(contract).map(([key, spec]) => ({ key: key as Key, spec })))
const guarded = routes.filter(({ spec }) => spec.access !== 'public')
const forAdmins = routes.filter(({ spec }) => spec.access === 'admin')
const inProject = routes.filter(({ key }) => key.includes('/:projectId'))
const deeper = inProject.filter(({ key }) => /:projectId\/.*:/.test(key))

let world: World
/** Ids of things in Stan's own project, which Olga's project must never open. */
let foreign: Record<string, string>

beforeAll(async () => {
  world = await openWorld()
  const stan = { projectId: world.elsewhere.projectId }
  const track = await world.as('stan', 'POST /api/projects/:projectId/tracks', { params: stan, body: { title: 'Bus Stop' } })
  const task = await world.as('stan', 'POST /api/projects/:projectId/tasks', { params: stan, body: { title: 'Tune the bus' } })
  const invite = await world.as('stan', 'POST /api/projects/:projectId/invites', { params: stan, body: {} })
  foreign = { noteId: 'nowhere', trackId: track.body.id, taskId: task.body.id, inviteId: invite.body.id, userId: 'stan', versionId: 'nowhere', roundId: 'nowhere', uploadId: 'nowhere', comparisonId: 'nowhere' }
})
afterAll(() => world.close())

/** A body that passes the shape, so that the refusal is about access and nothing else. */
const body = { name: 'x', title: 'x', trackIds: [], kind: 'opus', channels: 'mix', versionA: 'one', versionB: 'other', versionId: 'nowhere', fromSeconds: 1, toSeconds: null, body: 'x', emoji: '👍', chosen: true, seenAt: 1 }
const headersOf = (key: string) => (key.includes('/uploads') ? { 'tus-resumable': '1.0.0', 'upload-length': '1', 'upload-metadata': `filename ${btoa('a.wav')}`, ...(key.startsWith('PATCH') && { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }) } : {})
const bodyOf = (key: string) => (key.startsWith('GET') || key.startsWith('HEAD') || key.startsWith('DELETE') ? undefined : key.includes('/uploads') ? undefined : key.endsWith('/state') ? { state: 'open' } : body)
const queryOf = (key: string): Readonly<Record<string, string>> => (key.startsWith('GET') && key.endsWith('/notes') ? { version: 'nowhere' } : {})

test('there are routes to ask', () => expect(routes.length).toBeGreaterThan(30))

describe.each(guarded)('$key', ({ key }) => {
  test('sends a visitor to sign in', async () => {
    const answer = await world.as('visitor', key, { body: bodyOf(key), query: queryOf(key), headers: headersOf(key) })
    expect(answer.status).toBe(401)
  })
})

describe.each(forAdmins)('$key', ({ key }) => {
  test('does not exist for somebody who is no admin', async () => {
    expect((await world.as('ed', key, { body: bodyOf(key) })).status).toBe(404)
  })
})

describe.each(inProject)('$key', ({ key }) => {
  test('does not exist for a stranger, in the same words as what is not there', async () => {
    const stranger = await world.as('stan', key, { body: bodyOf(key), query: queryOf(key), headers: headersOf(key) })
    const nothing = await world.as('stan', key, { params: { projectId: 'nosuchproject' }, body: bodyOf(key), query: queryOf(key), headers: headersOf(key) })
    expect(stranger.status).toBe(404)
    expect(stranger.body).toEqual(nothing.body)
  })
})

describe.each(deeper)('$key', ({ key }) => {
  test('does not open another project’s things through one’s own project', async () => {
    const answer = await world.as('olga', key, { params: foreign, body: bodyOf(key), query: queryOf(key), headers: headersOf(key) })
    expect(answer.status).toBe(404)
  })
})
