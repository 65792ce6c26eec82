import { afterEach, expect, test, vi } from 'vitest'
import { meQuery } from '#features/account/web/account.client.ts'
import { readSession } from '#features/account/web/auth-call.ts'
import { accountApi } from '#features/account/web/account-api.ts'
import { notesQuery } from '#features/notes/web/notes.client.ts'
import { projectsQuery } from '#features/projects/web/projects.client.ts'
import { projectDetailsQuery } from '#features/tracks/web/tracks.client.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { firstRequests, notesRequest } from './first-requests.ts'

const from = (path: string) => firstRequests(`https://mix.example.com${path}`, true)

afterEach(() => vi.unstubAllGlobals())

/** The URLs that the page's own code asks for. */
async function askedBy(...reads: readonly (() => Promise<unknown>)[]): Promise<readonly string[]> {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return Response.json({ items: [], nextCursor: null })
  })
  for (const read of reads) await read().catch(() => undefined)
  return asked
}

test('a project is asked for in the words of its page', async () => {
  const queries = createQueryClient(() => undefined)
  const asked = await askedBy(
    () => readSession(),
    () => queries.fetchQuery(meQuery),
    () => queries.fetchQuery(projectDetailsQuery('low tide')),
  )
  expect(from('/?projectId=low+tide&trackId=kite')).toEqual(asked)
})

test.each(['active', 'archived'] as const)('so is the list of %s projects', async (shelf) => {
  const queries = createQueryClient(() => undefined)
  const [list] = await askedBy(() => queries.fetchQuery(projectsQuery(shelf)))
  expect(from(shelf === 'active' ? '/' : '/?show=archived').at(-1)).toBe(list)
})

test('so is the sign-in page, where nobody has a session', async () => {
  const asked = await askedBy(
    () => readSession(),
    () => accountApi('GET /api/server'),
  )
  expect(firstRequests('https://mix.example.com/login?redirect=%2F', false)).toEqual(asked)
})

test('an invite is accepted before its project is read, and other pages need the gate alone', () => {
  const gate = from('/account')
  expect(gate).toHaveLength(2)
  expect(from('/?invId=abc&projectId=low-tide')).toEqual(gate)
})

test('guests and people without a session are asked nothing about', () => {
  expect(from('/s/a-link?trackId=kite')).toEqual([])
  expect(firstRequests('https://mix.example.com/?projectId=low-tide', false)).toEqual([])
})

test('a track’s notes are asked for on the version of its address, or on the current one', () => {
  const project = { tracks: [{ id: 'kite', currentVersionId: 'v3' }], trackVersions: [{ id: 'v2' }, { id: 'v3' }] }
  const notesAt = (search: string) =>
    notesRequest(`https://mix.example.com/?projectId=low-tide&trackId=${search}`, project)
  const path = '/api/projects/low-tide/tracks/kite/notes'
  expect([notesAt('kite'), notesAt('kite&versionId=v2'), notesAt('kite&version=gone'), notesAt('dove')]).toEqual([
    `${path}?version=v3&limit=500`,
    `${path}?version=v2&limit=500`,
    `${path}?version=v3&limit=500`,
    undefined,
  ])
})

test('in the words of the notes’ own query', async () => {
  const queries = createQueryClient(() => undefined)
  const asked = await askedBy(() => queries.fetchQuery(notesQuery('low-tide', 'kite', 'v3')))
  const project = { tracks: [{ id: 'kite', currentVersionId: 'v3' }] }
  expect(asked).toEqual([notesRequest('https://mix.example.com/?projectId=low-tide&trackId=kite', project)])
})
