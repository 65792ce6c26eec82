import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { renderSong, SONG_MIXES, type SongMix } from '#audio/song.ts'
import { seededRandom } from '#audio/song-instruments.ts'
import { wavHeader, wavSamples } from '#audio/wav-file.ts'
import { sendFile, type UploadedFile } from '#testing/send-file.ts'
import { openWorld, type PersonName, type World } from '#testing/world.ts'

const SECONDS = 24
let world: World
let url = ''
let alpha: UploadedFile
let kite: UploadedFile
beforeAll(async () => {
  world = await openWorld()
  url = await world.server.listen({ port: 0, host: '127.0.0.1' })
  alpha = await send('Alpha', song(SONG_MIXES.rough, 22_050))
  kite = await send('Kite', taps(2))
  await world.work()
})
afterAll(() => world.close())

const here = () => world.here['projectId'] ?? ''
const send = (title: string, bytes: Uint8Array<ArrayBuffer>, trackId?: string) =>
  sendFile(url, 'ed', {
    projectId: here(),
    title,
    fileName: `${title}.wav`,
    bytes,
    ...(trackId !== undefined && { trackId }),
  })
async function sent(title: string, bytes: Uint8Array<ArrayBuffer>): Promise<UploadedFile> {
  const file = await send(title, bytes)
  await world.work()
  return file
}

function wav(sampleRate: number, blocks: readonly (readonly Float32Array[])[]): Uint8Array<ArrayBuffer> {
  const totalFrames = blocks.reduce((sum, [left]) => sum + (left?.length ?? 0), 0)
  return Buffer.concat([
    wavHeader({ sampleRate, channels: 2, encoding: 's16', totalFrames }),
    ...blocks.map((block) => wavSamples(block, 's16')),
  ])
}

function song(mix: SongMix, sampleRate: number, gain = 1): Uint8Array<ArrayBuffer> {
  return wav(
    sampleRate,
    [...renderSong({ mix, sampleRate, seconds: SECONDS })].map((block) =>
      block.map((samples) => samples.map((sample) => sample * gain)),
    ),
  )
}

/** Taps on a table, without a tempo. */
function taps(seed: number): Uint8Array<ArrayBuffer> {
  const random = seededRandom(seed)
  let energy = 0
  const samples = Float32Array.from(
    { length: SECONDS * 8000 },
    () => (energy = random() < 0.0005 ? random() : energy * 0.999) * (random() - 0.5),
  )
  return wav(8000, [[samples, samples]])
}

const at = (trackId: string) => ({ params: { trackId } })
const likely = async (trackId: string) =>
  (await world.as('ed', 'GET /api/projects/:projectId/tracks/:trackId/likely', at(trackId))).body.likely
const join = (trackId: string, intoTrackId: string, by: PersonName = 'ed') =>
  world.as(by, 'POST /api/projects/:projectId/tracks/:trackId/join', { ...at(trackId), body: { intoTrackId } })
const part = (trackId: string, by: PersonName = 'ed') =>
  world.as(by, 'POST /api/projects/:projectId/tracks/:trackId/part', at(trackId))
const project = async () => (await world.as('ed', 'GET /api/projects/:projectId')).body
const numbersOf = async (trackId: string) =>
  (await project()).trackVersions
    .filter((one: { trackId: string }) => one.trackId === trackId)
    .map(({ number }: { number: number }) => number)

describe('a bounce whose name tells nothing', () => {
  test('is known by its sound, mixed anew and at another level, and is no other song', async () => {
    const bounce = await sent('export 3', song(SONG_MIXES.fixed, 22_050, 0.4))
    expect(await likely(bounce.trackId)).toMatchObject({
      isSure: true,
      track: { id: alpha.trackId, title: 'Alpha' },
      versionId: alpha.versionId,
      number: 1,
    })
    expect(await likely((await sent('table', taps(9))).trackId)).toBeNull()
    expect(await likely(kite.trackId)).toBeNull()
  })

  test('becomes the next version of that track with one press, and a track of its own again with another', async () => {
    const bounce = await sent('untitled', song(SONG_MIXES.rough, 16_000))
    const joined = await join(bounce.trackId, alpha.trackId)
    expect([joined.status, joined.body]).toEqual([
      200,
      { trackId: alpha.trackId, versionId: bounce.versionId, number: 2 },
    ])
    expect((await project()).tracks.some(({ id }: { id: string }) => id === bounce.trackId)).toBe(false)
    expect(await numbersOf(alpha.trackId)).toEqual(expect.arrayContaining([1, 2]))
    expect(
      (
        await world.as('ed', 'GET /api/projects/:projectId/tracks/:trackId/download', {
          ...at(alpha.trackId),
          query: { version: bounce.versionId },
        })
      ).status,
    ).toBe(200)
    expect((await join(bounce.trackId, alpha.trackId)).status, 'a second press').toBe(404)
    expect((await part(bounce.trackId)).body).toEqual({
      trackId: bounce.trackId,
      versionId: bounce.versionId,
      number: 1,
    })
    expect([await numbersOf(alpha.trackId), await numbersOf(bounce.trackId)]).toEqual([[1], [1]])
    expect((await part(bounce.trackId)).status).toBe(404)
  })

  test('keeps its file when the track it came as is deleted for good', async () => {
    const bounce = await sent('later', song(SONG_MIXES.rough, 16_000))
    await join(bounce.trackId, alpha.trackId)
    await world.as('olga', 'POST /api/projects/:projectId/tracks/:trackId/erase', at(bounce.trackId))
    await world.work()
    expect(
      (
        await world.as('ed', 'GET /api/projects/:projectId/tracks/:trackId/download', {
          ...at(alpha.trackId),
          query: { version: bounce.versionId },
        })
      ).status,
    ).toBe(200)
    expect((await part(bounce.trackId)).status).toBe(404)
  })
})

describe('stays where it is', () => {
  test('a track of which something was said, or with two versions, or into itself', async () => {
    const bounce = await sent('noted', taps(4))
    expect((await join(bounce.trackId, bounce.trackId)).body.code).toBe('upload.not_alone')
    await world.as('olga', 'POST /api/projects/:projectId/tracks/:trackId/notes', {
      ...at(bounce.trackId),
      body: { versionId: bounce.versionId, fromSeconds: 0, toSeconds: null, body: 'Nice' },
    })
    expect((await join(bounce.trackId, kite.trackId)).body.code).toBe('upload.not_alone')
    const two = await sent('two', taps(5))
    await send('two', taps(6), two.trackId)
    await world.work()
    expect([(await join(two.trackId, kite.trackId)).body.code, await likely(two.trackId)]).toEqual([
      'upload.not_alone',
      null,
    ])
  })

  test('a version that was spoken of since', async () => {
    const bounce = await sent('spoken', taps(7))
    await join(bounce.trackId, kite.trackId)
    await world.as('olga', 'POST /api/projects/:projectId/tracks/:trackId/notes', {
      ...at(kite.trackId),
      body: { versionId: bounce.versionId, fromSeconds: 0, toSeconds: null, body: 'Nice' },
    })
    expect((await part(bounce.trackId)).body.code).toBe('upload.spoken_of')
  })

  test('for who only listens, and for another project’s track', async () => {
    const bounce = await sent('mine', taps(8))
    expect([
      (await join(bounce.trackId, kite.trackId, 'lin')).status,
      (await part(bounce.trackId, 'lin')).status,
    ]).toEqual([403, 403])
    expect((await join(bounce.trackId, 'elsewhere')).status).toBe(404)
  })
})
