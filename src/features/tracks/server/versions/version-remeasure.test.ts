import { arrayBuffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ANALYSIS_VERSION } from '#audio/analysis-version.ts'
import { parseEnergyGrid } from '#audio/energy-file.ts'
import { renderSong, SONG_MIXES } from '#audio/song.ts'
import { wavHeader, wavSamples } from '#audio/wav-file.ts'
import { keepHouse } from '#server/jobs/housekeeping.jobs.ts'
import { change, serverScope } from '#server/scope.ts'
import { sampleVersion } from '#features/tracks/track-sample.ts'
import { aVersion } from '#testing/row-builders.ts'
import { sendFile } from '#testing/send-file.ts'
import { openWorld, type World } from '#testing/world.ts'
import { derivedFileKey } from './derived-files.ts'
import { startRemeasuring } from './version-remeasure.jobs.ts'
import { remeasureVersion } from './version-analysis.kind.ts'

const RATE = 44_100
const old = { ...sampleVersion().report, samples: 's16:old', findings: [] }

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.close())

const db = () => world.services.database.db
const details = async () => (await world.as('lin', 'GET /api/projects/:projectId')).body
const track = async (title: string): Promise<string> =>
  (await world.as('ed', 'POST /api/projects/:projectId/tracks', { body: { title } })).body.id
const queued = async () =>
  (
    await db()
      .selectFrom('jobs')
      .select('payload')
      .where('kind', '=', remeasureVersion.kind)
      .where('state', '=', 'ready')
      .orderBy('created_at')
      .execute()
  ).map(({ payload }): string => JSON.parse(payload).versionId)

/** A version as an older release left it. */
async function aged(trackId: string, id: string, more: Partial<Parameters<typeof aVersion>[1]> = {}) {
  await aVersion(world, { id, track_id: trackId, report: JSON.stringify(old), analysis_version: 0, ...more })
}

test('what an older analysis read is measured again, and nothing else about it changes', async () => {
  const url = await world.server.listen({ port: 0, host: '127.0.0.1' })
  const blocks = [...renderSong({ mix: SONG_MIXES.rough, sampleRate: RATE, seconds: 1 })]
  const bytes = Buffer.concat([
    wavHeader({ sampleRate: RATE, channels: 2, encoding: 's16', totalFrames: RATE }),
    ...blocks.map((block) => wavSamples(block, 's16')),
  ])
  const { trackId, versionId } = await sendFile(url, 'ed', {
    projectId: world.here['projectId'] ?? '',
    title: 'Kiln',
    fileName: 'kiln.wav',
    bytes,
  })
  await world.work()
  const [{ report: fresh, outdated }] = (await details()).trackVersions
  expect(outdated).toBe(false)
  const told = async () => (await world.as('lin', 'GET /api/projects/:projectId/activity')).body.items.length
  const before = await told()
  await db()
    .updateTable('versions')
    .set({ analysis_version: 0, label: 'radio edit', report: JSON.stringify({ ...old, stream: fresh.stream }) })
    .where('id', '=', versionId)
    .execute()
  expect((await details()).trackVersions).toMatchObject([{ outdated: true, report: { loudness: { integrated: -14 } } }])
  await world.work()
  expect((await details()).trackVersions[0].outdated, 'nobody asked').toBe(true)

  const { storage_key } = await db().selectFrom('versions').select('storage_key').executeTakeFirstOrThrow()
  const energy = derivedFileKey({ storage_key }, 'energy')
  await world.services.storage.put(energy, new Uint8Array(4))
  await startRemeasuring(world.services)
  expect((await details()).trackVersions[0].state).toBe('ready')
  await world.work()
  const [now] = (await details()).trackVersions
  expect(now).toMatchObject({ trackId, label: 'radio edit', state: 'ready', outdated: false })
  expect(now.report).toEqual({ ...fresh, samples: old.samples })
  expect(await told()).toBe(before)
  const { rows } = parseEnergyGrid(await arrayBuffer(await world.services.storage.read(energy)))
  expect(rows, 'the curves of this analysis').not.toBeNull()
})

test('current versions alone, the newest first, a few at a time', async () => {
  for (let i = 0; i < 12; i++) await aged(await track(`Song ${i}`), `song-${i}`, { sequence: i, created_at: i })
  const kiln = await track('Kiln')
  await aged(kiln, 'kiln-1', { sequence: 20, created_at: 20 })
  await aged(kiln, 'kiln-2', { sequence: 21, number: 2, created_at: 21 })
  await aged(kiln, 'kiln-guest', { sequence: 22, number: 3, created_at: 22, from_guest: 'gus' })
  const chosen = await track('Salt')
  await aged(chosen, 'salt-1', { sequence: 30, created_at: 30 })
  await aged(chosen, 'salt-2', { sequence: 31, number: 2, created_at: 31 })
  await db().updateTable('tracks').set({ current_version_id: 'salt-1' }).where('id', '=', chosen).execute()
  const thrown = await track('Reef')
  await aged(thrown, 'reef-1', { sequence: 33, created_at: 33 })
  await aged(thrown, 'reef-2', { sequence: 34, number: 2, created_at: 34, deleted_at: 1 })
  await db().updateTable('tracks').set({ current_version_id: 'reef-2' }).where('id', '=', thrown).execute()
  await aged(await track('Proposed'), 'proposed', { sequence: 35, created_at: 35, from_guest: 'gus' })
  await aged(await track('New'), 'new', { sequence: 40, created_at: 40, analysis_version: ANALYSIS_VERSION })
  await aged(await track('Bad'), 'bad', { sequence: 41, created_at: 41, state: 'refused' })
  await aged(await track('Gone'), 'gone', { sequence: 42, created_at: 42, deleted_at: 1 })
  await startRemeasuring(world.services)
  await startRemeasuring(world.services)
  const first = ['proposed', 'reef-1', 'salt-1', 'kiln-2', ...[11, 10, 9, 8, 7, 6].map((i) => `song-${i}`)]
  expect((await queued()).toSorted()).toEqual(first.toSorted())
})

test('a file that is lost keeps its report, and the rest goes on', async () => {
  for (let i = 0; i < 12; i++) await aged(await track(`Song ${i}`), `song-${i}`, { sequence: i, created_at: i })
  await change(serverScope(world.services), keepHouse)
  for (let round = 0; round < 12; round++) {
    await world.work()
    world.pass(60 * 60_000)
  }
  const versions = (await details()).trackVersions
  expect(versions).toHaveLength(12)
  for (const version of versions)
    expect(version).toMatchObject({ state: 'ready', outdated: false, report: { loudness: { integrated: -14 } } })
})
