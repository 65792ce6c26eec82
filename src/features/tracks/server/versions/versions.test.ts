import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sendFile, type UploadedFile } from '#testing/send-file.ts'
import { openWorld, type World } from '#testing/world.ts'
import type { TrackVersion } from '../../tracks.contract.ts'

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

const send = (fileName: string, trackId?: string) =>
  sendFile(url, 'ed', {
    projectId: world.here['projectId'] ?? '',
    ...(trackId && { trackId }),
    title: 'Kiln',
    fileName,
    bytes: new TextEncoder().encode(fileName),
  })
const version = ({ versionId }: UploadedFile) => ({ params: { versionId } })
const edit = (body: object) => world.as('ed', 'PATCH /api/projects/:projectId/tracks/:trackId', { body })
const remove = (sent: UploadedFile) =>
  world.as('ed', 'DELETE /api/projects/:projectId/tracks/:trackId/versions/:versionId', version(sent))
const restore = (sent: UploadedFile) =>
  world.as('ed', 'POST /api/projects/:projectId/tracks/:trackId/versions/:versionId/restore', version(sent))
const project = async () => (await world.as('lin', 'GET /api/projects/:projectId')).body
const versions = async (): Promise<TrackVersion[]> => (await project()).trackVersions
const track = async () => (await project()).tracks[0]

describe('versions', () => {
  test('are counted per track and listed over all tracks, newest first', async () => {
    await send('Salt 1.wav')
    expect(
      (await versions()).map(({ number, fileName, state, uploadedBy }) => [number, fileName, state, uploadedBy]),
    ).toEqual([
      [1, 'Salt 1.wav', 'checking', 'ed'],
      [2, 'Kiln 2.wav', 'checking', 'ed'],
      [1, 'Kiln 1.wav', 'checking', 'ed'],
    ])
  })

  test('say what changed, in the words of an editor', async () => {
    const change = (person: 'ed' | 'lin', body: object) =>
      world.as(person, 'PATCH /api/projects/:projectId/tracks/:trackId/versions/:versionId', {
        ...version(first),
        body,
      })
    expect((await change('ed', { label: ' rough ', changelog: 'Kick 1 dB lower\nBridge shorter' })).body).toMatchObject(
      { label: 'rough', changelog: 'Kick 1 dB lower\nBridge shorter' },
    )
    expect((await change('ed', { label: '' })).body).toMatchObject({
      label: '',
      changelog: 'Kick 1 dB lower\nBridge shorter',
    })
    expect((await change('lin', { label: 'mine' })).status).toBe(403)
    expect(await change('ed', { changelog: 'Louder', basedOn: { changelog: 'Kick 1 dB lower' } })).toMatchObject({
      status: 409,
      body: { code: 'changed', current: { label: '', changelog: 'Kick 1 dB lower\nBridge shorter' } },
    })
  })

  test('keep their numbers when one is thrown away', async () => {
    await remove(second)
    await send('Kiln 3.wav', first.trackId)
    expect((await versions()).map(({ number }) => number)).toEqual([3, 1])
    expect((await restore(second)).body.number).toBe(2)
    expect((await versions()).map(({ number }) => number)).toEqual([3, 2, 1])
  })

  test('go to the trash once and come back once, however many ask at the same moment', async () => {
    expect((await Promise.all([remove(first), remove(first)])).map(({ status }) => status).toSorted()).toEqual([
      200, 404,
    ])
    expect((await Promise.all([restore(first), restore(first)])).map(({ status }) => status).toSorted()).toEqual([
      200, 404,
    ])
  })

  test('belong to their track and no other', async () => {
    const salt = await send('Salt 1.wav')
    expect((await edit({ currentVersionId: salt.versionId })).status).toBe(404)
    expect((await remove(salt)).status).toBe(404)
  })

  test('of a track in the trash are there with it again', async () => {
    await world.as('ed', 'DELETE /api/projects/:projectId/tracks/:trackId')
    expect(await versions()).toEqual([])
    expect((await restore(first)).status).toBe(404)
    await world.as('ed', 'POST /api/projects/:projectId/tracks/:trackId/restore')
    expect(await versions()).toHaveLength(2)
  })

  test('of a final track stay as they are', async () => {
    await remove(first)
    await edit({ status: 'final' })
    expect((await remove(second)).body.code).toBe('track.final')
    expect((await restore(first)).body.code).toBe('track.final')
    await expect(send('Kiln 3.wav', first.trackId)).rejects.toThrow('track.final')
    await edit({ status: 'in-review' })
    expect((await restore(first)).status).toBe(200)
  })

  test('are analysed again when an editor asks', async () => {
    await world.work()
    expect((await versions()).map(({ state, verdict }) => [state, verdict])).toEqual([
      ['refused', 'not-audio'],
      ['refused', 'not-audio'],
    ])
    expect(
      (
        await world.as(
          'cora',
          'POST /api/projects/:projectId/tracks/:trackId/versions/:versionId/analysis',
          version(first),
        )
      ).status,
    ).toBe(403)
    await Promise.all(
      [1, 2, 3].map(() =>
        world.as('ed', 'POST /api/projects/:projectId/tracks/:trackId/versions/:versionId/analysis', version(first)),
      ),
    )
    expect((await versions()).map(({ state }) => state)).toEqual(['refused', 'checking'])
    expect(
      await world.services.database.db
        .selectFrom('jobs')
        .select('id')
        .where('kind', '=', 'version.analyse')
        .where('state', '=', 'ready')
        .execute(),
    ).toHaveLength(1)
  })
})

describe('the version that everybody hears', () => {
  test('is the newest until one is chosen, and again when none is', async () => {
    expect(await track()).toMatchObject({ currentVersionId: second.versionId, pinned: false })
    expect((await edit({ currentVersionId: first.versionId })).body).toMatchObject({
      currentVersionId: first.versionId,
      pinned: true,
    })
    const third = await send('Kiln 3.wav', first.trackId)
    expect(await track()).toMatchObject({ currentVersionId: first.versionId, pinned: true })
    expect((await edit({ currentVersionId: null })).body).toMatchObject({
      currentVersionId: third.versionId,
      pinned: false,
    })
  })

  test('is the newest while the chosen one is in the trash', async () => {
    await edit({ currentVersionId: first.versionId })
    await remove(first)
    expect(await track()).toMatchObject({ currentVersionId: second.versionId, pinned: false })
    expect((await edit({ title: 'Kiln' })).body).toMatchObject({ currentVersionId: second.versionId, pinned: false })
    await restore(first)
    expect(await track()).toMatchObject({ currentVersionId: first.versionId, pinned: true })
  })

  test('is none when all are in the trash', async () => {
    await remove(first)
    await remove(second)
    expect(await track()).toMatchObject({ currentVersionId: null, pinned: false })
    expect((await world.as('ed', 'GET /api/projects/:projectId/tracks/:trackId/download')).body.code).toBe(
      'track.no_version',
    )
  })
})
