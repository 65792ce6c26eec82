import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { COMPARISON_VERSION } from '#audio/comparison-result.ts'
import { readMarkers } from '#audio/markers/read-markers.ts'
import { scanWav, type ReadAt } from '#audio/markers/wav-chunks.ts'
import { wavHeader, wavSamples } from '#audio/wav-file.ts'
import { openWorld, type PersonName, type World } from '#testing/world.ts'
import type { MarkerFormat } from '../marker-formats.ts'
import { aVersion } from '#testing/row-builders.ts'

const RATE = 8000
const SAMPLES = wavSamples([Float32Array.from({ length: RATE * 60 }, (_, i) => Math.sin(i / 9))], 's16')
const WAV = Buffer.concat([
  wavHeader({ sampleRate: RATE, channels: 1, encoding: 's16', totalFrames: RATE * 60 }),
  SAMPLES,
])

let world: World
beforeEach(async () => {
  world = await openWorld()
  world.here['trackId'] = (
    await world.as('ed', 'POST /api/projects/:projectId/tracks', { body: { title: 'Kiln' } })
  ).body.id
  await bounce(1, WAV)
})
afterEach(() => world.close())

async function bounce(number: number, file: Uint8Array): Promise<string> {
  const { projectId = '', trackId = '' } = world.here
  const id = `v${number}`
  await world.services.storage.put(id, file)
  await aVersion(world, {
    id,
    project_id: projectId,
    track_id: trackId,
    number,
    size_bytes: file.length,
    sha256: createHash('sha256').update(file).digest('hex'),
  })
  world.here['versionId'] = id
  return id
}

const path = '/api/projects/:projectId/tracks/:trackId/versions/:versionId/markers' as const
const take = (
  format: MarkerFormat,
  {
    as = 'ed',
    query = {},
    headers = {},
  }: { as?: PersonName; query?: Readonly<Record<string, string>>; headers?: Readonly<Record<string, string>> } = {},
) =>
  world.as(as, format === 'wav' ? `GET ${path}/wav` : `GET ${path}`, {
    query: { ...(format !== 'wav' && { format }), ...query },
    headers,
  })
const bring = (notes: readonly object[], { as = 'cora', key }: { as?: PersonName; key?: string } = {}) =>
  world.as(as, `POST ${path}`, { body: { notes }, headers: key === undefined ? {} : { 'idempotency-key': key } })
const list = async (version = world.here['versionId'] ?? '') =>
  (await world.as('lin', 'GET /api/projects/:projectId/tracks/:trackId/notes', { query: { version } })).body.items
const readerOf =
  (file: Uint8Array): ReadAt =>
  async (at, length) =>
    file.subarray(at, at + length)

const KICK = { fromSeconds: 12.5, toSeconds: null, body: 'Kick | bass — “together”' }
const SNARE = { fromSeconds: 20.25, toSeconds: 24, body: '=Snare rings\nat 400 Hz' }

describe('notes as markers', () => {
  test.each([
    ['reaper', 0.0006],
    ['audition', 0.0011],
    ['midi', 0.001],
    ['edl', 0.021],
    ['text', 0.0006],
    ['wav', 1 / RATE],
  ] as const)('go out as %s and come in again as they were', async (format, precision) => {
    await bring([SNARE, KICK])
    const { status, raw, headers } = await take(format)
    expect(status).toBe(200)
    expect(Number(headers['content-length'])).toBe(raw.length)
    const file = await readMarkers(readerOf(raw), raw.length, { sampleRate: 48_000, frameRate: undefined })
    if (typeof file === 'string') throw new Error(file)
    expect(file).toMatchObject({ source: format, skipped: [] })
    expect(file.markers.map(({ text }) => text)).toEqual([KICK.body, SNARE.body])
    for (const [i, { fromSeconds, toSeconds }] of [KICK, SNARE].entries()) {
      expect(Math.abs((file.markers[i]?.at ?? 0) - fromSeconds)).toBeLessThanOrEqual(precision)
      expect(Math.abs((file.markers[i]?.end ?? 0) - (toSeconds ?? 0))).toBeLessThanOrEqual(precision)
    }
    await bounce(2, WAV)
    expect(
      (await bring(file.markers.map(({ at, end, text }) => ({ fromSeconds: at, toSeconds: end, body: text })))).body,
    ).toEqual({ added: 2 })
  })

  test('stand where they stand on that version, the open ones or all', async () => {
    await bring([KICK])
    const { id } = (await list())[0]
    await bounce(2, WAV)
    await world.services.database.db
      .insertInto('comparisons')
      .values({
        id: 'c',
        project_id: world.here['projectId'] ?? '',
        version_a: 'v1',
        version_b: 'v2',
        state: 'ready',
        result: JSON.stringify({
          version: COMPARISON_VERSION,
          sampleRate: 1000,
          frames: { a: 60_000, b: 61_500 },
          segments: [{ from: 0, to: 60, at: 1.5, rate: 1, isExact: true, isSure: true }],
        }),
        error: null,
        created_at: 1,
      })
      .execute()
    expect((await take('text')).raw.toString()).toContain('0:14.000 Cora: Kick')
    await world.as('ed', 'PUT /api/projects/:projectId/notes/:noteId/state', {
      params: { noteId: id },
      body: { state: 'fixed', versionId: 'v2' },
    })
    expect((await take('text')).raw.toString()).not.toContain('Kick')
    expect((await take('text', { query: { state: 'fixed' } })).raw.toString()).toContain('Kick')
    expect((await take('text', { query: { state: 'all' } })).raw.toString()).toContain('Kick')
  })

  test('are files with names, and as a PDF have pages', async () => {
    await bring([KICK, { ...SNARE, body: 'word '.repeat(1900) }])
    const { raw, headers } = await take('pdf')
    expect(headers['content-type']).toBe('application/pdf')
    expect(headers['content-disposition']).toContain('notes.pdf')
    expect(raw.toString('latin1')).toMatch(/^%PDF-1\.4[^]*\/Count [2-9][^]*%%EOF\n$/)
    const start = Number(/startxref\n(\d+)/.exec(raw.toString('latin1'))?.[1])
    expect(raw.toString('latin1', start, start + 4)).toBe('xref')
  })
})

describe('a WAV with markers', () => {
  const dataOf = async (file: Uint8Array) => {
    const { at = 0, bytes = 0 } =
      (await scanWav(readerOf(file), file.length))?.chunks.find(({ id }) => id === 'data') ?? {}
    return createHash('sha256')
      .update(file.subarray(at, at + bytes))
      .digest('hex')
  }

  test('has every sample of the original, and its ranges are those of the whole', async () => {
    await bring([KICK, SNARE])
    const { raw } = await take('wav')
    expect(await dataOf(raw)).toBe(createHash('sha256').update(SAMPLES).digest('hex'))
    for (const [from, to] of [
      [0, 3],
      [40, 50],
      [WAV.length - 2, WAV.length + 20],
      [raw.length - 5, raw.length - 1],
    ]) {
      const part = await take('wav', { headers: { range: `bytes=${from}-${to}` } })
      expect(part.status).toBe(206)
      expect(part.raw.equals(raw.subarray(from, (to ?? 0) + 1))).toBe(true)
    }
  })

  test('needs the permission to download, as the original does', async () => {
    expect((await take('wav', { as: 'lin' })).status).toBe(403)
    expect((await take('text', { as: 'lin' })).status).toBe(200)
  })

  test('is not made of what is no WAV', async () => {
    await bounce(2, Buffer.from('fLaC and so on, which is no WAV at all'))
    expect((await take('wav')).body).toMatchObject({ code: 'markers.no_wav' })
  })
})

describe('markers from a file', () => {
  test('become open notes of whoever brings them, told once', async () => {
    await bring([KICK, SNARE])
    const notes = (await list()).toSorted(
      (a: { fromSeconds: number }, b: { fromSeconds: number }) => a.fromSeconds - b.fromSeconds,
    )
    expect(notes).toMatchObject([
      { authorId: 'cora', ...KICK, state: 'open' },
      { authorId: 'cora', ...SNARE },
    ])
    const events = await world.services.database.db
      .selectFrom('events')
      .select(['kind', 'refs'])
      .where('kind', 'like', 'note.%')
      .execute()
    expect(events.map(({ kind }) => kind)).toEqual(['note.imported'])
    expect(events[0]?.refs).not.toContain('Kick')
  })

  test('are brought by commenters, not by listeners', async () =>
    expect((await bring([KICK], { as: 'lin' })).status).toBe(403))

  test('come all or not at all', async () => {
    expect((await bring([KICK, { ...SNARE, fromSeconds: 61, toSeconds: null }])).body.code).toBe('note.beyond')
    expect((await bring([KICK, { ...SNARE, toSeconds: 20 }])).body.code).toBe('note.range')
    expect((await bring([KICK, { ...SNARE, body: ' ' }])).status).toBe(400)
    expect(await list()).toEqual([])
  })

  test('sent twice with one key are there once', async () => {
    await bring([KICK], { key: 'once' })
    await bring([KICK], { key: 'once' })
    expect(await list()).toHaveLength(1)
  })

  test('are a thousand at most', async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ fromSeconds: i / 100, toSeconds: null, body: `n${i}` }))
    expect((await bring(many(1001))).status).toBe(400)
    expect((await bring(many(1000))).body).toEqual({ added: 1000 })
    const text = (await take('reaper')).raw.toString()
    expect(text.trim().split('\n')).toHaveLength(1001)
  })
})
