import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AlignedSegment, COMPARISON_VERSION } from '#audio/comparison-result.ts'
import { ROW_FIELDS } from '#audio/dynamics-rows.ts'
import { encodeEnergyHeader } from '#audio/energy-file.ts'
import { aVersion } from '#testing/row-builders.ts'
import { derivedKey } from '#server/storage/version-key.ts'
import { openWorld, type World } from '#testing/world.ts'
import { sampleVersion } from '#features/tracks/track-sample.ts'
import type { SectionPlace, TrackSections } from '../sections.contract.ts'

const RATE = 48_000
const SECONDS = 40
const path = '/api/projects/:projectId/tracks/:trackId/sections' as const

let world: World
beforeAll(async () => {
  world = await openWorld()
  world.here['trackId'] = (
    await world.as('ed', 'POST /api/projects/:projectId/tracks', { body: { title: 'Kiln' } })
  ).body.id
  // In v2, the seconds 10 to 20 of v1 are cut out, and what follows is 3 dB louder with the same peaks.
  await bounce(1, { loudness: (at) => (at < 20 ? -20 : -14), peak: -1 })
  await bounce(2, { loudness: (at) => (at < 10 ? -20 : -11), peak: -1 })
  await bounce(3, { loudness: () => -16, peak: null })
  await name('v1', 'Intro', 0, 10)
  await name('v1', 'Verse', 10, 20)
  await name('v1', 'Chorus', 20, 36)
  await name('v2', 'Outro', 12, 24)
  await world.as('ed', 'POST /api/projects/:projectId/tracks/:trackId/notes', {
    body: { versionId: 'v1', fromSeconds: 22, toSeconds: 24, body: 'Too loud', section: 'Chorus' },
  })
  await compared('v1', 'v2', [
    { from: 0, to: 10, at: 0, rate: 1, isSure: true, isExact: true },
    { from: 20, to: 40, at: 10, rate: 1, isSure: true, isExact: true },
  ])
  // Each version from v3 on has one more second at its start.
  for (const number of [4, 5]) {
    await bounce(number, { loudness: () => -16, peak: -1 })
    await compared(`v${number - 1}`, `v${number}`, [
      { from: 0, to: SECONDS - 1, at: 1, rate: 1, isSure: true, isExact: true },
    ])
  }
  await name('v5', 'Bridge', 12, 20)
})
afterAll(() => world.close())

/** A version with an energy grid; `peak` in dBTP, null for the file of an older release. */
async function bounce(
  number: number,
  { loudness, peak }: { readonly loudness: (at: number) => number; readonly peak: number | null },
): Promise<void> {
  const { projectId = '', trackId = '' } = world.here
  const id = `v${number}`
  const storageKey = `${id}/kiln.wav`
  await aVersion(world, {
    id,
    project_id: projectId,
    track_id: trackId,
    number,
    state: 'ready',
    storage_key: storageKey,
    duration_seconds: SECONDS,
    report: JSON.stringify(sampleVersion().report),
  })
  const cells = Float32Array.from({ length: SECONDS * 100 }, (_, i) => 10 ** ((loudness(i / 100) + 0.691) / 10))
  const rows = new Float32Array(SECONDS * 10 * ROW_FIELDS).fill(10 ** ((peak ?? 0) / 20))
  const header = encodeEnergyHeader({
    sampleRate: RATE,
    totalFrames: SECONDS * RATE,
    cellCount: cells.length,
    rowCount: SECONDS * 10,
  })
  if (peak === null) header[4] = 1
  await world.services.storage.put(
    derivedKey(storageKey, 'energy.rmen'),
    Buffer.concat([header, new Uint8Array(cells.buffer), ...(peak === null ? [] : [new Uint8Array(rows.buffer)])]),
  )
}

/** The parts that two versions share. */
async function compared(a: string, b: string, segments: readonly AlignedSegment[]): Promise<void> {
  await world.services.database.db
    .insertInto('comparisons')
    .values({
      id: `${a} ${b}`,
      project_id: world.here['projectId'] ?? '',
      version_a: a,
      version_b: b,
      state: 'ready',
      created_at: 0,
      result: JSON.stringify({
        version: COMPARISON_VERSION,
        sampleRate: RATE,
        frames: { a: SECONDS * RATE, b: SECONDS * RATE },
        segments,
      }),
    })
    .execute()
}

const name = (versionId: string, section: string, fromSeconds: number, toSeconds: number) =>
  world.as('cora', 'POST /api/projects/:projectId/tracks/:trackId/notes', {
    body: { versionId, fromSeconds, toSeconds, body: section, section },
  })
const read = async (): Promise<TrackSections> => (await world.as('lin', `GET ${path}`)).body
async function placeOf(section: string, versionId: string): Promise<SectionPlace | undefined> {
  const { sections } = await read()
  return sections.find(({ name: one }) => one === section)?.places.find((place) => place.versionId === versionId)
}

test('sections are the notes that say only a name, on every version, newest first', async () => {
  const { sections, versions } = await read()
  expect(sections.map(({ name: one, version }) => [one, version.number])).toEqual([
    ['Intro', 1],
    ['Verse', 1],
    ['Chorus', 1],
    ['Outro', 2],
    ['Bridge', 5],
  ])
  expect(versions.map(({ number, measured }) => [number, measured])).toEqual([
    [5, 'all'],
    [4, 'all'],
    [3, 'no-peaks'],
    [2, 'all'],
    [1, 'all'],
  ])
})

test('a section has its own loudness, true peak and PLR where its music is', async () => {
  expect(await placeOf('Chorus', 'v1')).toMatchObject({ fromSeconds: 20, toSeconds: 36, by: 'own' })
  const moved = await placeOf('Chorus', 'v2')
  expect(moved).toMatchObject({ fromSeconds: 10, toSeconds: 26, by: 'aligned' })
  expect(moved?.integrated).toBeCloseTo(-11, 3)
  expect(moved?.truePeak).toBeCloseTo(-1, 3)
  expect(moved?.plr).toBeCloseTo(10, 3)
})

test('what was cut out has no figures, and it is said where', async () => {
  expect(await placeOf('Verse', 'v2')).toMatchObject({ by: 'cut', cutIn: 2, toSeconds: null, integrated: null })
})

test('a section that was named on a newer version is found on an older one', async () => {
  expect(await placeOf('Outro', 'v1')).toMatchObject({ fromSeconds: 22, toSeconds: 34, by: 'aligned' })
  // Through the version between.
  expect(await placeOf('Bridge', 'v3')).toMatchObject({ fromSeconds: 10, toSeconds: 18, by: 'aligned' })
})

test('without a comparison the time stays and is not certain; without rows there is no peak', async () => {
  const place = await placeOf('Chorus', 'v3')
  expect(place).toMatchObject({ fromSeconds: 20, by: 'same-time', truePeak: null, plr: null })
  expect(place?.integrated).toBeCloseTo(-16, 3)
})

test('a comparison knows the parts of the older version, and the tempo that was typed', async () => {
  const { projectId = '' } = world.here
  await world.services.database.db
    .insertInto('comparisons')
    .values({
      id: 'c13',
      project_id: projectId,
      version_a: 'v1',
      version_b: 'v3',
      state: 'ready',
      created_at: 0,
      result: JSON.stringify({
        version: COMPARISON_VERSION,
        sampleRate: RATE,
        frames: { a: SECONDS * RATE, b: SECONDS * RATE },
        segments: [],
        sampleRates: { a: RATE, b: RATE },
        channels: { a: 2, b: 2 },
        unaligned: 'unrelated',
        identicalAudio: false,
        agreement: null,
        changes: [],
        channelChanges: [],
        edits: [],
      }),
    })
    .execute()
  await world.as('ed', 'PATCH /api/projects/:projectId/tracks/:trackId', {
    body: { tempo: { beatsPerMinute: 120, beatsPerBar: 4, offset: 0 } },
  })
  const { body } = await world.as('lin', 'GET /api/projects/:projectId/comparisons/:comparisonId', {
    params: { comparisonId: 'c13' },
  })
  expect(body.known).toEqual({
    beatsPerMinute: 120,
    beatsPerBar: 4,
    parts: [
      { name: 'Intro', from: 0, to: 10 },
      { name: 'Verse', from: 10, to: 20 },
      { name: 'Chorus', from: 20, to: 36 },
      { name: 'Outro', from: 22, to: 34 },
    ],
  })
})

test('a strange track has none', async () => {
  expect((await world.as('stan', `GET ${path}`)).status).toBe(404)
  expect((await world.as('lin', `GET ${path}`, { params: { trackId: 'other' } })).status).toBe(404)
})
