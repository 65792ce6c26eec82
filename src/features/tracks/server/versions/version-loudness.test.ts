import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseEnergyGrid } from '#audio/energy-file.ts'
import { regionLoudness } from '#audio/region-loudness.ts'
import { renderSong, SONG_MIXES } from '#audio/song.ts'
import { wavHeader, wavSamples } from '#audio/wav-file.ts'
import { sendFile, type UploadedFile } from '#testing/send-file.ts'
import { openWorld, type PersonName, type World } from '#testing/world.ts'

const RATE = 48_000
const SECONDS = 4
const route = 'GET /api/projects/:projectId/tracks/:trackId/versions/:versionId/loudness'

let world: World
let url = ''
let song: UploadedFile
let silence: UploadedFile
let letter: UploadedFile
const songBytes = Buffer.concat([
  wavHeader({ sampleRate: RATE, channels: 2, encoding: 's24', totalFrames: SECONDS * RATE }),
  ...[...renderSong({ mix: SONG_MIXES.loud, sampleRate: RATE, seconds: SECONDS })].map((block) =>
    wavSamples(block, 's24'),
  ),
])
const silentBytes = Buffer.concat([
  wavHeader({ sampleRate: RATE, channels: 1, encoding: 's16', totalFrames: RATE }),
  Buffer.alloc(RATE * 2),
])
const letterBytes = new TextEncoder().encode('Dear Ed, the mix is in the other mail.')

beforeAll(async () => {
  world = await openWorld()
  url = await world.server.listen({ port: 0, host: '127.0.0.1' })
  song = await send('song.wav', songBytes)
  silence = await send('silence.wav', silentBytes)
  letter = await send('letter.wav', letterBytes)
  await world.work()
})
afterAll(() => world.close())

const send = (fileName: string, bytes: Uint8Array<ArrayBuffer>) =>
  sendFile(url, 'ed', { projectId: world.here['projectId'] ?? '', fileName, bytes })
const loudnessOf = (of: UploadedFile, as: PersonName = 'lin') =>
  world.as(as, route, { params: { trackId: of.trackId, versionId: of.versionId } })

test('the loudness of a version is its report’s, with its curves', async () => {
  const { status, body } = await loudnessOf(song)
  expect(status).toBe(200)
  expect(Object.keys(body).sort()).toEqual([
    'correlation',
    'crest',
    'integrated',
    'momentary',
    'momentaryMax',
    'plr',
    'psr',
    'range',
    'samplePeak',
    'shortTerm',
    'shortTermMax',
    'truePeak',
    'truePeakPerChannel',
    'width',
  ])
  expect(body.integrated).toBeLessThan(-10)
  expect(body.truePeakPerChannel).toHaveLength(2)
  expect(Math.max(...body.truePeakPerChannel)).toBe(body.truePeak)
  expect([body.momentary.start, body.momentary.hop, body.momentary.values.length]).toEqual([0.4, 0.1, 37])
  expect([body.shortTerm.start, body.shortTerm.hop, body.shortTerm.values.length]).toEqual([3, 0.1, 11])
  expect(body.plr).toBeCloseTo(body.truePeak - body.integrated, 6)
  expect(body.crest).toBeGreaterThan(6)
  expect([body.psr.start, body.psr.values.length]).toEqual([3, 11])
  expect(body.psr.values[0]).toBeCloseTo(body.truePeak - (body.shortTerm.values[0] ?? 0), 0)
  expect([body.correlation.start, body.correlation.values.length, body.width.values.length]).toEqual([1, 31, 31])
  const loudest = Math.max(...body.momentary.values)
  expect(loudest).toBeLessThanOrEqual(body.momentaryMax + 0.005)
  expect(loudest).toBeGreaterThan(body.momentaryMax - 0.5)
})

test('the loudness of silence is null throughout', async () => {
  const { body } = await loudnessOf(silence)
  expect(body).toMatchObject({
    integrated: null,
    range: null,
    momentaryMax: null,
    shortTermMax: null,
    truePeak: null,
    truePeakPerChannel: [null],
    crest: null,
    plr: null,
    correlation: null,
    width: null,
    samplePeak: null,
    momentary: { values: [null, null, null, null, null, null, null] },
    shortTerm: { values: [] },
  })
})

test('a stretch of the fetched energy grid has the loudness of the version', async () => {
  const { raw } = await world.as('lin', 'GET /api/projects/:projectId/tracks/:trackId/versions/:versionId/energy', {
    params: { trackId: song.trackId, versionId: song.versionId },
  })
  const grid = parseEnergyGrid(new Uint8Array(raw).buffer)
  const { body } = await loudnessOf(song)
  expect(regionLoudness(grid, 0, SECONDS)).toEqual({
    integrated: body.integrated,
    range: body.range,
    momentaryMax: body.momentaryMax,
    shortTermMax: body.shortTermMax,
  })
})

test('there is none for strangers, under another track, for what is no audio, and before the check', async () => {
  expect((await loudnessOf(song, 'stan')).status).toBe(404)
  expect((await loudnessOf({ trackId: silence.trackId, versionId: song.versionId })).status).toBe(404)
  expect((await loudnessOf(letter)).body.code).toBe('version.no_stream')
  expect((await loudnessOf(await send('later.wav', silentBytes))).body.code).toBe('version.not_ready')
})

test('the command line says the very same, a line per file, and goes on after a file that it cannot use', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'roughmix-lines-'))
  try {
    writeFileSync(join(folder, 'letter.wav'), letterBytes)
    writeFileSync(join(folder, 'song.wav'), songBytes)
    writeFileSync(join(folder, 'silence.wav'), silentBytes)
    const answer = analyse(folder, ['letter.wav', 'song.wav', 'gone.wav', 'silence.wav'])
    expect(answer.code).toBe(1)
    expect(answer.lines.map(({ file, ok, verdict }) => [file, ok, verdict])).toEqual([
      ['letter.wav', false, 'not-audio'],
      ['song.wav', true, undefined],
      ['gone.wav', false, 'unreadable'],
      ['silence.wav', true, undefined],
    ])
    expect(answer.lines[1]).toMatchObject((await loudnessOf(song)).body)
    expect(answer.lines[3]).toMatchObject((await loudnessOf(silence)).body)
    expect(answer.lines[1]?.['format']).toMatchObject({ container: 'WAV', bitDepth: 24, totalFrames: SECONDS * RATE })
    expect(analyse(folder, ['song.wav']).code).toBe(0)
    expect(analyse(folder, []).code).toBe(2)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

/** Runs `npm run -s analyse` as called from that folder. */
function analyse(folder: string, files: readonly string[]) {
  const program = fileURLToPath(new URL('../../../../server/media/analyse-files.ts', import.meta.url))
  const { stdout, status } = spawnSync(process.execPath, [program, ...files], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], INIT_CWD: folder },
  })
  const lines: Record<string, unknown>[] = stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
  return { code: status, lines }
}
