import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sendFile, type UploadedFile } from '#testing/send-file.ts'
import { openWorld, type PersonName, type World } from '#testing/world.ts'

let world: World
let url = ''
let first: UploadedFile
let second: UploadedFile
beforeEach(async () => {
  world = await openWorld()
  url = await world.server.listen({ port: 0, host: '127.0.0.1' })
  first = await send('Kiln 1.wav')
  world.here['trackId'] = first.trackId
  second = await send('Kiln 2.wav', first.trackId)
})
afterEach(() => world.close())

const path = '/api/projects/:projectId/tracks/:trackId' as const
const send = (fileName: string, trackId?: string) =>
  sendFile(url, 'ed', {
    projectId: world.here['projectId'] ?? '',
    ...(trackId && { trackId }),
    title: 'Kiln',
    fileName,
    bytes: new TextEncoder().encode(fileName),
  })
const lock = (as: PersonName = 'ed', version = first) =>
  world.as(as, `PUT ${path}/final`, { body: { versionId: version.versionId } })
const unlock = (as: PersonName = 'ed') => world.as(as, `DELETE ${path}/final`)
const edit = (body: object) => world.as('ed', `PATCH ${path}`, { body })
const of = ({ versionId }: UploadedFile) => ({ params: { versionId } })
const track = async () => (await world.as('lin', 'GET /api/projects/:projectId')).body.tracks[0]
const write = async (body: string) =>
  await world.as('cora', `POST ${path}/notes`, {
    body: { versionId: first.versionId, fromSeconds: 1, toSeconds: null, body },
  })
const happened = async () =>
  (await world.as('lin', 'GET /api/projects/:projectId/activity', { query: { limit: '1' } })).body.items[0]

describe('a version that is locked as final', () => {
  test('is the track, dated and signed, though a newer one is there', async () => {
    expect((await lock('cora')).status).toBe(403)
    expect((await lock('olga')).status).toBe(200)
    expect(await track()).toMatchObject({
      status: 'final',
      currentVersionId: first.versionId,
      final: { versionId: first.versionId, by: 'olga', at: expect.any(Number) },
    })
    const zip = (
      await world.as('ed', 'GET /api/projects/:projectId/archive', { query: { versions: 'current' } })
    ).raw.toString('latin1')
    expect([zip.includes('Kiln 1.wav'), zip.includes('Kiln 2.wav')]).toEqual([true, false])
    expect((await world.as('ed', `GET ${path}/download`)).raw.toString()).toBe('Kiln 1.wav')
    expect(await happened()).toMatchObject({ kind: 'track.locked', subject: 'Kiln', detail: 'v1' })
    expect((await lock()).body.code).toBe('track.final')
  })

  test('keeps what its track is made of', async () => {
    await world.as('ed', `DELETE ${path}/versions/:versionId`, of(second))
    await lock()
    const refusals = await Promise.all([
      world.as('ed', `DELETE ${path}/versions/:versionId`, of(first)),
      world.as('ed', `POST ${path}/versions/:versionId/restore`, of(second)),
      world.as('ed', `POST ${path}/versions/:versionId/newest`, of(first)),
      edit({ currentVersionId: null }),
      world.as('ed', `DELETE ${path}`),
      world.as('ed', `POST ${path}/approvals`, { body: { versionId: first.versionId, reviewerIds: ['cora'] } }),
    ])
    expect(refusals.map(({ status, body }) => `${status} ${body.code}`)).toEqual(refusals.map(() => '409 track.final'))
    await expect(send('Kiln 3.wav', first.trackId)).rejects.toThrow('track.final')
  })

  test('does not take in a file that was on its way when it was locked', async () => {
    const tus = { 'x-test-person': 'ed', 'tus-resumable': '1.0.0' }
    const begun = await fetch(`${url}/api/projects/${world.here['projectId']}/uploads`, {
      method: 'POST',
      headers: {
        ...tus,
        'upload-length': '4',
        'upload-metadata': `filename ${btoa('Kiln 3.wav')},trackId ${btoa(first.trackId)}`,
      },
    })
    await lock()
    const ended = await fetch(new URL(begun.headers.get('location') ?? '', url), {
      method: 'PATCH',
      headers: { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
      body: 'song',
    })
    expect([begun.status, ended.status, await ended.text()]).toEqual([201, 409, expect.stringContaining('track.final')])
    expect((await world.as('lin', 'GET /api/projects/:projectId')).body.trackVersions).toHaveLength(2)
  })

  test('keeps its notes as they were settled, to be read and answered', async () => {
    const { id } = (await write('Snare rings')).body
    await lock()
    const set = await world.as('ed', 'PUT /api/projects/:projectId/notes/:noteId/state', {
      params: { noteId: id },
      body: { state: 'fixed', versionId: first.versionId },
    })
    expect(set.body.code).toBe('track.final')
    const [note] = (await world.as('lin', `GET ${path}/notes`, { query: { version: first.versionId } })).body.items
    expect(note).toMatchObject({ body: 'Snare rings', state: 'open', nextStates: [] })
    expect(
      (
        await world.as('ed', 'POST /api/projects/:projectId/notes/:noteId/replies', {
          params: { noteId: id },
          body: { body: 'It is meant to' },
        })
      ).status,
    ).toBe(200)
    expect((await write('Found a click')).status).toBe(200)
  })

  test('can still be described, judged, renamed and moved', async () => {
    await lock()
    expect(
      (await world.as('ed', `PATCH ${path}/versions/:versionId`, { ...of(first), body: { label: 'Master' } })).status,
    ).toBe(200)
    expect((await edit({ title: 'Kiln (master)' })).status).toBe(200)
    expect(
      (await world.as('cora', `POST ${path}/decisions`, { body: { versionId: first.versionId, decision: 'changes' } }))
        .status,
    ).toBe(200)
    expect(await track()).toMatchObject({ status: 'final', title: 'Kiln (master)' })
  })

  test('is a version like others once it is unlocked, and the track stands where its approvals leave it', async () => {
    await world.as('cora', `POST ${path}/decisions`, { body: { versionId: second.versionId, decision: 'approved' } })
    await lock()
    expect((await unlock('cora')).status).toBe(403)
    expect((await unlock()).status).toBe(200)
    expect(await track()).toMatchObject({ status: 'approved', currentVersionId: second.versionId, final: null })
    expect(await happened()).toMatchObject({ kind: 'track.unlocked' })
    expect((await unlock()).body.code).toBe('track.not_final')
    expect((await world.as('ed', `DELETE ${path}/versions/:versionId`, of(first))).status).toBe(200)
  })

  test('is chosen and let go by the status too', async () => {
    expect((await edit({ status: 'final' })).body).toMatchObject({
      status: 'final',
      final: { versionId: second.versionId, by: 'ed' },
    })
    expect((await edit({ status: 'draft' })).body).toMatchObject({ status: 'draft', final: null })
    const bare = (await world.as('ed', 'POST /api/projects/:projectId/tracks', { body: { title: 'Bare' } })).body
    expect(
      (await world.as('ed', `PATCH ${path}`, { params: { trackId: bare.id }, body: { status: 'final' } })).body.code,
    ).toBe('track.nothing_final')
  })

  test('was locked by one of two who tried at the same moment; what was deleted before stays so', async () => {
    const answers = await Promise.all([lock('ed', first), lock('olga', second)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const [deleted, locked] = await Promise.all([
      unlock().then(() => world.as('ed', `DELETE ${path}/versions/:versionId`, of(first))),
      lock('olga', first),
    ])
    // Whichever came first, a final track has a locked version.
    const { final } = await track()
    expect(deleted.status === 200 && final?.versionId === first.versionId).toBe(false)
    expect([200, 404, 409]).toContain(locked.status)
  })
})

describe('an earlier bounce', () => {
  const renew = (version: UploadedFile, as: PersonName = 'ed') =>
    world.as(as, `POST ${path}/versions/:versionId/newest`, of(version))
  const download = async () => (await world.as('ed', `GET ${path}/download`)).raw.toString()

  test('is made the newest again: the next number, the same file', async () => {
    await world.work()
    const { body } = await renew(first)
    expect(body).toMatchObject({ number: 3, restoredFrom: 1, fileName: 'Kiln 1.wav', uploadedBy: 'ed' })
    expect(await track()).toMatchObject({ currentVersionId: body.id })
    expect(await download()).toBe('Kiln 1.wav')
    expect(await happened()).toMatchObject({ kind: 'version.renewed', detail: 'v3' })
  })

  test('weighs nothing more in its project', async () => {
    await world.work()
    const size = async () =>
      (await world.as('ed', 'GET /api/projects')).body.items.find(
        ({ id }: { id: string }) => id === world.here['projectId'],
      ).sizeBytes
    const before = await size()
    const { body } = await renew(first)
    expect(await size()).toBe(before)
    // Also if the first is in the trash, and its file is kept for the other.
    await world.as('ed', `DELETE ${path}/versions/:versionId`, of(first))
    expect(await size()).toBe(before)
    await world.as('ed', `DELETE ${path}/versions/:versionId`, {
      params: { trackId: first.trackId, versionId: body.id },
    })
    await world.as('ed', `DELETE ${path}/versions/:versionId`, of(second))
    expect(await size()).toBe(0)
  })

  test('is not what is newest already, nor what is still being checked, nor for who only comments', async () => {
    expect((await renew(first, 'cora')).status).toBe(403)
    expect((await renew(first)).body.code).toBe('version.not_ready')
    await world.work()
    expect((await renew(second)).body.code).toBe('version.is_newest')
  })
})

test('versions in the trash are listed, the last deleted first', async () => {
  for (const version of [first, second]) {
    world.pass(1000)
    await world.as('ed', `DELETE ${path}/versions/:versionId`, of(version))
  }
  expect((await world.as('lin', `GET ${path}/trash`)).status).toBe(403)
  expect(
    (await world.as('ed', `GET ${path}/trash`)).body.items.map(({ number }: { number: number }) => number),
  ).toEqual([2, 1])
})
