// Measures comparing and drawing of long recordings: `node bench/comparison.ts [MINUTES] [edited]`. Prints time, CPU
// and memory of the process. `edited`: different songs, of which parts were cut and others come again.
import { closeSync, mkdtempSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { renderSong, SONG_MIXES, SONG_SECONDS } from '#audio/song.ts'
import { wavHeader, wavSamples } from '#audio/wav-file.ts'
import type { Frames, Seconds } from '#shared/units.ts'
import { analyse, outputsIn } from '#server/media/analyse-upload.ts'
import { compareVersions } from '#server/media/compare-versions.ts'
import { makeSpectrogram } from '#server/media/make-spectrogram.ts'
import { buildWasm } from '../scripts/build-wasm.ts'

const [minutes = 60] = process.argv
  .slice(2)
  .filter((word) => word !== 'edited')
  .map(Number)
const isEdited = process.argv.includes('edited')
const SAMPLE_RATE = 48_000
const LATER = 333
/** Shares of the hour that are heard one after the other: a tenth was cut, and a piece comes again at the end. */
const EDITED = [
  [0, 0.3],
  [0.4, 0.75],
  [0.2, 0.21],
  [0.75, 1],
] as const

const folder = mkdtempSync(join(tmpdir(), 'roughmix-comparison-'))

try {
  buildWasm()
  const [a, b] = isEdited
    ? [await programme('a', [[0, 1]]), await programme('b', EDITED)]
    : [await recording('a', 1, 0), await recording('b', 10 ** (-1.2 / 20), LATER)]
  console.log(`${minutes} min, 24 bit, 48 kHz, stereo, WAV of ${(statSync(a.sound).size / 1e6).toFixed(0)} MB`)
  const outcome = await measured('compare A with B', () => compareVersions({ a, b }))
  if (!outcome.ok) throw new Error(outcome.detail)
  const { alignment, gain, changes, residual, edits } = outcome.result
  if (isEdited) for (const { kind, a: ofA, b: ofB } of edits) console.log(kind, ofA.from, ofA.to, ofB.from, ofB.to)
  else
    console.log(
      `offset ${alignment?.offsetFrames} (made ${LATER}), gain ${gain?.toFixed(3)} dB (made -1.200), residual ` +
        `${residual?.toFixed(1)} dB, changes ${JSON.stringify(changes)} (made: muted in the middle, 4 s)`,
    )
  const made = join(folder, 'made.rmsp')
  await measured('spectrogram of A', () => makeSpectrogram({ path: a.sound, made, channels: 'mix' }))
  console.log(`${(statSync(made).size / 1e6).toFixed(1)} MB`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Songs of different speeds and pitches, so that the hour does not repeat itself. */
async function programme(name: string, parts: readonly (readonly [from: number, to: number])[]) {
  const sound = join(folder, `${name}.wav`)
  const total = minutes * 60 * SAMPLE_RATE
  const frames = parts.map(([from, to]) => [Math.round(from * total), Math.round(to * total)] as const)
  const totalFrames = frames.reduce((sum, [from, to]) => sum + to - from, 0)
  const file = openSync(sound, 'w')
  writeSync(file, wavHeader({ sampleRate: SAMPLE_RATE, channels: 2, encoding: 's24', totalFrames }))
  for (const [from, to] of frames) for (const bytes of programmeBytes(from, to)) writeSync(file, bytes)
  closeSync(file)
  return analysed(name, sound)
}

function* programmeBytes(from: Frames, to: Frames): Generator<Uint8Array> {
  const each = 120 * SAMPLE_RATE
  for (let song = Math.floor(from / each); song * each < to; song++) {
    const sampleRate = 40_000 + 450 * ((song * 17) % 40)
    let at = song * each
    for (const block of renderSong({ mix: SONG_MIXES.rough, sampleRate, seconds: each / sampleRate, seed: song + 1 })) {
      const count = block[0].length
      const [first, last] = [Math.max(from, at), Math.min(to, at + count)]
      if (first < last)
        yield wavSamples(
          block.map((side) => side.slice(first - at, last - at)),
          's24',
        )
      at += count
    }
  }
}

/** The song repeated, at a gain and an offset in samples; with an offset, also muted for four seconds in the middle. */
async function recording(
  name: string,
  gain: number,
  later: number,
): Promise<{ readonly sound: string; readonly grid: string }> {
  const sound = join(folder, `${name}.wav`)
  const totalFrames = minutes * 60 * SAMPLE_RATE
  const file = openSync(sound, 'w')
  const head = wavHeader({ sampleRate: SAMPLE_RATE, channels: 2, encoding: 's24', totalFrames: totalFrames + later })
  writeSync(file, head)
  writeSync(file, new Uint8Array(later * 6))
  const song = songBytes(gain)
  for (let left = minutes * 60; left > 0; left -= SONG_SECONDS)
    writeSync(file, song, 0, Math.min(song.length, left * SAMPLE_RATE * 6))
  if (later > 0)
    writeSync(
      file,
      new Uint8Array(4 * SAMPLE_RATE * 6),
      0,
      4 * SAMPLE_RATE * 6,
      head.length + (later + minutes * 30 * SAMPLE_RATE) * 6,
    )
  closeSync(file)
  return analysed(name, sound)
}

async function analysed(name: string, sound: string): Promise<{ readonly sound: string; readonly grid: string }> {
  const grid = join(folder, `${name}.rmen`)
  const { energy } = outputsIn(folder)
  const outcome = await analyse({ path: sound, outputs: outputsIn(folder) })
  if (!outcome.ok) throw new Error(outcome.detail)
  renameSync(energy, grid)
  return { sound, grid }
}

function songBytes(gain: number): Buffer {
  const blocks: Uint8Array[] = []
  for (const block of renderSong({ mix: SONG_MIXES.rough, sampleRate: SAMPLE_RATE }))
    blocks.push(
      wavSamples(
        block.map((side) => side.map((sample) => sample * gain)),
        's24',
      ),
    )
  return Buffer.concat(blocks)
}

async function measured<T>(name: string, work: () => Promise<T>): Promise<T> {
  let peakKilobytes = 0
  let ticks = 0
  const watch = setInterval(() => {
    for (const pid of readText(`/proc/self/task/${process.pid}/children`).split(' ').filter(Boolean)) {
      peakKilobytes = Math.max(peakKilobytes, Number(/VmHWM:\s+(\d+)/.exec(readText(`/proc/${pid}/status`))?.[1] ?? 0))
      const fields = readText(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? []
      ticks = Math.max(ticks, Number(fields[11] ?? 0) + Number(fields[12] ?? 0))
    }
  }, 50)
  const start = performance.now()
  try {
    return await work()
  } finally {
    clearInterval(watch)
    const seconds: Seconds = (performance.now() - start) / 1000
    console.log(
      `${name}: ${seconds.toFixed(1)} s, ${(ticks / 100).toFixed(1)} CPU s, ${(peakKilobytes / 1024).toFixed(0)} MB`,
    )
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
