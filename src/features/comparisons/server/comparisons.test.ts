import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ComparisonResult } from '#audio/comparison-result.ts'
import { parseComparisonMap } from '#audio/comparison-map-file.ts'
import { renderSong, SONG_MIXES } from '#audio/song.ts'
import { wavHeader, wavSamples, type WavEncoding } from '#audio/wav-file.ts'
import { sendFile, type UploadedFile } from '#testing/send-file.ts'
import { openWorld, type World } from '#testing/world.ts'
import { comparisonKey, comparisonMapKey } from './comparisons.queries.ts'

const SAMPLE_RATE = 44_100
const SECONDS = 8
const ask = 'POST /api/projects/:projectId/comparisons'
const read = 'GET /api/projects/:projectId/comparisons/:comparisonId'
const readMap = 'GET /api/projects/:projectId/comparisons/:comparisonId/map'

let world: World
let url = ''
let first: UploadedFile
let later: UploadedFile
let elsewhere: UploadedFile
let text: UploadedFile

/** The beginning of the song in 16-bit steps, so that every encoding has the same samples. */
const song = [new Float32Array(SECONDS * SAMPLE_RATE), new Float32Array(SECONDS * SAMPLE_RATE)]
let rendered = 0
for (const block of renderSong({ mix: SONG_MIXES.rough, sampleRate: SAMPLE_RATE, seconds: SECONDS })) {
  block.forEach((side, channel) =>
    song[channel]?.set(
      side.map((sample) => Math.round(sample * 32_768) / 32_768),
      rendered,
    ),
  )
  rendered += block[0].length
}

beforeAll(async () => {
  world = await openWorld()
  url = await world.server.listen({ port: 0, host: '127.0.0.1' })
  first = await send('Kiln v1.wav', wav(song, 's16'))
  later = await send(
    'Kiln v2.wav',
    wav(
      song.map((side) =>
        delayed(
          side.map((sample) => sample * 10 ** (-1.2 / 20)),
          333,
        ),
      ),
      's24',
    ),
    first.trackId,
  )
  elsewhere = await send('Kiln again.wav', wav(song, 's24'))
  text = await send('notes.wav', new TextEncoder().encode('no sound in here'))
  await world.work()
})
afterAll(() => world.close())

function wav(sides: readonly Float32Array[], encoding: WavEncoding): Uint8Array<ArrayBuffer> {
  return Buffer.concat([
    wavHeader({ sampleRate: SAMPLE_RATE, channels: sides.length, encoding, totalFrames: sides[0]?.length ?? 0 }),
    wavSamples(sides, encoding),
  ])
}

function delayed(side: Float32Array, frames: number): Float32Array {
  const moved = new Float32Array(side.length + frames)
  moved.set(side, frames)
  return moved
}

const send = (fileName: string, bytes: Uint8Array<ArrayBuffer>, trackId?: string) =>
  sendFile(url, 'ed', { projectId: world.here['projectId'] ?? '', ...(trackId && { trackId }), fileName, bytes })
const compare = (a: UploadedFile, b: UploadedFile, as: 'ed' | 'lin' | 'stan' = 'lin') =>
  world.as(as, ask, { body: { versionA: a.versionId, versionB: b.versionId } })

/** Requests, computes and reads a comparison. */
async function compared(a: UploadedFile, b: UploadedFile): Promise<{ id: string; result: ComparisonResult }> {
  const { body } = await compare(a, b)
  await world.work()
  return (await world.as('lin', read, { params: { comparisonId: body.id } })).body
}

const known = (a: UploadedFile | undefined, b: UploadedFile | undefined) =>
  world.services.database.db
    .selectFrom('comparisons')
    .selectAll()
    .where('version_a', '=', a?.versionId ?? '')
    .where('version_b', '=', b?.versionId ?? '')
    .executeTakeFirst()
const jobsWaiting = async () =>
  (
    await world.services.database.db
      .selectFrom('jobs')
      .select('id')
      .where('kind', 'in', ['version.compare', 'version.compare-neighbours'])
      .where('state', '=', 'ready')
      .execute()
  ).length

describe('a version that arrives', () => {
  const trash = (file: UploadedFile) =>
    world.as('ed', 'DELETE /api/projects/:projectId/tracks/:trackId/versions/:versionId', {
      params: { trackId: file.trackId, versionId: file.versionId },
    })
  const notes = (file: UploadedFile) =>
    world.as('lin', 'GET /api/projects/:projectId/tracks/:trackId/notes', {
      params: { trackId: file.trackId },
      query: { version: file.versionId },
    })

  test('is compared with the one before it without being asked for, and a first one with nothing', async () => {
    expect(await known(first, later)).toMatchObject({ state: 'ready' })
    const { db } = world.services.database
    const { count } = await db
      .selectFrom('comparisons')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('version_b', 'in', [first.versionId, elsewhere.versionId])
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(0)
  })

  test('has its notes where the music went, though nobody opened Compare', async () => {
    await world.as('cora', 'POST /api/projects/:projectId/tracks/:trackId/notes', {
      params: { trackId: first.trackId },
      body: { versionId: first.versionId, fromSeconds: 4, toSeconds: null, body: 'Kick' },
    })
    const place = async () =>
      (await notes(later)).body.items.find(({ body }: { body: string }) => body === 'Kick').place
    const before = await place()
    expect(before).toMatchObject({ by: 'aligned' })
    expect(before.fromSeconds).toBeCloseTo(4 + 333 / SAMPLE_RATE, 5)
    await compare(first, later)
    await world.work()
    expect(await place()).toEqual(before)
  })

  test('passes over the trash, and neighbours that were never compared are when their notes are read', async () => {
    const one = await send('one.wav', wav(song, 's16'))
    await world.work()
    const second = await send('two.wav', wav(song, 's24'), one.trackId)
    await world.work()
    await trash(second)
    const third = await send('three.wav', wav(song, 'f32'), one.trackId)
    await world.work()
    expect([await known(second, third), (await known(one, third))?.state]).toEqual([undefined, 'ready'])
    // As left by an older release.
    await world.services.database.db
      .updateTable('comparisons')
      .set({ result: JSON.stringify({ version: 1 }) })
      .where('version_b', '=', third.versionId)
      .execute()
    await world.as('cora', 'POST /api/projects/:projectId/tracks/:trackId/notes', {
      params: { trackId: one.trackId },
      body: { versionId: one.versionId, fromSeconds: 4, toSeconds: null, body: 'Kick' },
    })
    expect((await notes(third)).body.items[0].place.by).toBe('same-time')
    await expect.poll(jobsWaiting).toBe(1)
    await notes(third)
    expect(await jobsWaiting()).toBe(1)
    await world.work()
    expect((await notes(third)).body.items[0].place).toMatchObject({ fromSeconds: 4, by: 'aligned' })
    // One that failed is not tried for ever.
    await world.services.database.db
      .updateTable('comparisons')
      .set({ state: 'failed', result: null, error: 'crashed' })
      .where('version_b', '=', third.versionId)
      .execute()
    await notes(third)
    expect(await jobsWaiting()).toBe(0)
  })
})

describe('a comparison of two versions', () => {
  test('is begun once, however often listeners ask', async () => {
    await world.services.database.db.deleteFrom('comparisons').execute()
    const [one, other] = [await compare(later, first), await compare(later, first, 'ed')]
    expect([one.status, one.body.state, one.body.result]).toEqual([200, 'working', null])
    expect(other.body.id).toBe(one.body.id)
    await world.work()
    expect((await compare(later, first)).body).toMatchObject({
      id: one.body.id,
      versionA: first.versionId,
      versionB: later.versionId,
      state: 'ready',
      result: { alignment: { offsetFrames: 333 } },
    })
    expect((await compare(first, later)).body.id).toBe(one.body.id)
  })

  test('that waits unasked comes sooner for whoever asks, but not as one more of two hundred', async () => {
    const { db } = world.services.database
    await db.deleteFrom('comparisons').execute()
    const { id } = (await compare(first, later)).body
    const kind = async () =>
      (await db.selectFrom('jobs').selectAll().where('unique_key', '=', comparisonKey(id)).executeTakeFirstOrThrow())
        .kind
    const row = await db
      .updateTable('jobs')
      .set({ kind: 'version.compare-neighbours' })
      .where('unique_key', '=', comparisonKey(id))
      .returningAll()
      .executeTakeFirstOrThrow()
    const flood = Array.from({ length: 200 }, (_, i) => ({ ...row, id: `flood-${i}`, unique_key: null }))
    await db
      .insertInto('jobs')
      .values(flood.map((job) => ({ ...job, kind: 'version.compare' })))
      .execute()
    const answer = await compare(first, later)
    expect([answer.status, answer.body.state, await kind()]).toEqual([200, 'working', 'version.compare-neighbours'])
    await db.deleteFrom('jobs').where('id', 'like', 'flood-%').execute()
    await compare(first, later)
    expect(await kind()).toBe('version.compare')
    await world.work()
  })

  test('finds the offset to the sample, the gain, and nothing else', async () => {
    const { result } = await compared(first, later)
    expect(result).toMatchObject({
      alignment: { offsetFrames: 333, inverted: false },
      identicalAudio: false,
      changes: [],
      frames: { a: 352_800, b: 353_133 },
    })
    expect(result.gain).toBeCloseTo(-1.2, 2)
  })

  test('is told in words, the newer against the older and both named, whichever way it was asked for', async () => {
    await compared(first, later)
    for (const { body } of [await compare(later, first), await compare(first, later)])
      expect(body.lines.map(({ text }: { text: string }) => text)).toEqual([
        'v2 against v1: same mix, 1.2 dB quieter',
        'Starts 333 samples later',
      ])
    await compared(first, elsewhere)
    expect((await compare(first, elsewhere)).body.lines[0].text).toBe(
      'Untitled v1 against Untitled v1 (different tracks): identical audio',
    )
  })

  test('of an older release counts as none, and is made anew when somebody asks', async () => {
    const { id } = await compared(first, later)
    const { db } = world.services.database
    await db
      .updateTable('comparisons')
      .set({
        result: JSON.stringify({
          sampleRate: 44_100,
          alignment: { offsetFrames: 44_100, confidence: 1, inverted: false },
        }),
      })
      .where('id', '=', id)
      .execute()
    expect((await world.as('lin', read, { params: { comparisonId: id } })).body).toMatchObject({
      state: 'failed',
      error: 'outdated',
      result: null,
      lines: [],
    })
    expect((await world.as('lin', readMap, { params: { comparisonId: id } })).status).toBe(409)
    expect((await compared(first, later)).result).toMatchObject({ alignment: { offsetFrames: 333 } })
  })

  test('is told to everybody there by ids alone', async () => {
    const { id } = await compared(first, later)
    const events = await world.services.database.db
      .selectFrom('events')
      .selectAll()
      .where('kind', 'like', 'comparison.%')
      .execute()
    expect(events.map(({ kind, refs }) => [kind, JSON.parse(refs)])).toContainEqual([
      'comparison.ready',
      { projectId: world.here['projectId'], comparisonId: id },
    ])
  })

  test('says identical of the same samples in another file on another track', async () => {
    expect((await compared(first, elsewhere)).result).toMatchObject({
      identicalAudio: true,
      alignment: { offsetFrames: 0, confidence: 1 },
      gain: 0,
      changes: [],
    })
  })

  test('has a map of its seconds and bands for listeners, and not for strangers', async () => {
    const { id } = await compared(first, later)
    const { status, raw } = await world.as('lin', readMap, { params: { comparisonId: id } })
    const map = parseComparisonMap(new Uint8Array(raw).buffer)
    expect([status, map.seconds]).toEqual([200, SECONDS])
    expect(Math.abs(map.level(4, 8))).toBeLessThan(0.13)
    expect(map.residual(4)).toBeLessThan(-70)
    expect((await world.as('stan', readMap, { params: { comparisonId: id } })).status).toBe(404)
  })

  test('is refused for one version, for what is no sound, and for what is not there', async () => {
    expect((await compare(first, first)).body.code).toBe('comparison.same_version')
    expect((await compare(first, text)).body.code).toBe('version.no_stream')
    expect((await compare(first, { ...later, versionId: 'nosuchversion' })).status).toBe(404)
    expect((await compare(first, later, 'stan')).status).toBe(404)
  })

  test('does not reach into another project', async () => {
    const asked = await world.as('stan', ask, {
      params: world.elsewhere,
      body: { versionA: first.versionId, versionB: later.versionId },
    })
    expect(asked.status).toBe(404)
  })

  test('goes to the trash with its version and comes back with it', async () => {
    const { id } = await compared(first, later)
    const version = { params: { trackId: later.trackId, versionId: later.versionId } }
    await world.as('ed', 'DELETE /api/projects/:projectId/tracks/:trackId/versions/:versionId', version)
    expect((await world.as('lin', read, { params: { comparisonId: id } })).status).toBe(404)
    await world.as('ed', 'POST /api/projects/:projectId/tracks/:trackId/versions/:versionId/restore', version)
    expect((await world.as('lin', read, { params: { comparisonId: id } })).status).toBe(200)
  })

  test('that could not be made is tried again when somebody asks again', async () => {
    const { id } = await compared(first, later)
    await world.services.database.db
      .updateTable('comparisons')
      .set({ state: 'failed', result: null, error: 'crashed' })
      .where('id', '=', id)
      .execute()
    expect((await compare(first, later)).body).toMatchObject({ id, state: 'working', error: null })
    await world.work()
    expect((await world.as('lin', read, { params: { comparisonId: id } })).body.state).toBe('ready')
  })

  test('is forgotten with its map as the oldest of over a thousand, once no bounce of that file needs it', async () => {
    const {
      database: { db },
      storage,
    } = world.services
    const { id } = await compared(elsewhere, first)
    const version = await db
      .selectFrom('versions')
      .selectAll()
      .where('id', '=', elsewhere.versionId)
      .executeTakeFirstOrThrow()
    const row = await db.selectFrom('comparisons').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const map = comparisonMapKey(version, first.versionId)
    expect(await storage.find(map)).toBeDefined()
    const mixes = Array.from({ length: 33 }, (_, i) => `mix${i}`)
    await db
      .insertInto('versions')
      .values(mixes.map((mix, i) => ({ ...version, id: mix, sequence: 1000 + i, number: 1000 + i })))
      .execute()
    const pairs = mixes.flatMap((a) =>
      mixes
        .filter((b) => b !== a)
        .map((b) => ({ ...row, id: `${a}-${b}`, version_a: a, version_b: b, created_at: row.created_at + 1 })),
    )
    for (let i = 0; i < 1000; i += 500)
      await db
        .insertInto('comparisons')
        .values(pairs.slice(i, i + 500))
        .execute()
    // A version made the newest again, compared with the same one.
    await db
      .insertInto('versions')
      .values({ ...version, id: 'again', sequence: 1100, number: 1100, restored_from: version.number })
      .execute()
    await db
      .insertInto('comparisons')
      .values({ ...row, id: 'again', version_b: 'again', created_at: row.created_at + 1 })
      .execute()
    const forget = (oldest: string) =>
      db
        .updateTable('comparisons')
        .set({ created_at: row.created_at - 1 })
        .where('id', '=', oldest)
        .execute()
    await forget(id)
    await compare(elsewhere, later)
    expect((await world.as('lin', read, { params: { comparisonId: id } })).status).toBe(404)
    expect((await world.as('lin', read, { params: { comparisonId: 'mix0-mix1' } })).status).toBe(200)
    expect((await world.as('lin', readMap, { params: { comparisonId: 'again' } })).status).toBe(200)
    await db.insertInto('comparisons').values(pairs.slice(1000, 1010)).execute()
    await forget('again')
    await compare(later, elsewhere)
    await expect.poll(() => storage.find(map)).toBeUndefined()
  })
})
