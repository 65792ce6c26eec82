// Measures comparing and drawing of long recordings: `node bench/comparison.ts [MINUTES]`. Prints time, CPU and memory
// of the process.
import { closeSync, mkdtempSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { renderSong, SONG_MIXES, SONG_SECONDS } from '#audio/song.ts'
import { wavHeader, wavSamples } from '#audio/wav-file.ts'
import type { Seconds } from '#shared/units.ts'
import { analyse, outputsIn } from '#server/media/analyse-upload.ts'
import { compareVersions } from '#server/media/compare-versions.ts'
import { makeSpectrogram } from '#server/media/make-spectrogram.ts'
import { buildWasm } from '../scripts/build-wasm.ts'

const [minutes = 60] = process.argv.slice(2).map(Number)
const SAMPLE_RATE = 48_000
const LATER = 333
const folder = mkdtempSync(join(tmpdir(), 'roughmix-comparison-'))

try {
  buildWasm()
  const a = await recording('a', 1, 0)
  const b = await recording('b', 10 ** (-1.2 / 20), LATER)
  console.log(`${minutes} min, 24 bit, 48 kHz, stereo, WAV of ${(statSync(a.sound).size / 1e6).toFixed(0)} MB`)
  const outcome = await measured('compare A with B', () => compareVersions({ a, b }))
  if (!outcome.ok) throw new Error(outcome.detail)
  const { alignment, gain, changes, residual } = outcome.result
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

/** The song repeated, at a gain and an offset in samples; with an offset, also muted for four seconds in the middle. */
async function recording(
  name: string,
  gain: number,
  later: number,
): Promise<{ readonly sound: string; readonly grid: string }> {
  const sound = join(folder, `${name}.wav`)
  const grid = join(folder, `${name}.rmen`)
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
  const { energy } = outputsIn(folder)
  await analyse({ path: sound, outputs: outputsIn(folder) })
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
