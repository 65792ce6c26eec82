// Ingest compared with FFmpeg: `node bench/ingest.ts [MINUTES] [ROUNDS]`. Prints medians of interleaved rounds and
// their ratios.
import { spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { renderSong, SONG_MIXES, SONG_SECONDS } from '#audio/song.ts'
import { wavHeader, wavSamples } from '#audio/wav-file.ts'
import type { Seconds } from '#shared/units.ts'
import { outputsIn } from '#server/media/analyse-upload.ts'
import { decoderCommand, runMediaChild } from '#server/media/media-process.ts'
import type { RenditionPlan } from '#server/media/child-protocol.ts'
import { buildWasm } from '../scripts/build-wasm.ts'

interface Run {
  readonly seconds: Seconds
  /** Of the working process and of this one, which writes its output; unlike elapsed time, valid on a busy machine. */
  readonly cpuSeconds: Seconds
  /** Peak resident memory of the working process. */
  readonly peakMegabytes: number
}

/** Ticks per second of the kernel's CPU clock, on every Linux. */
const CLOCK_TICKS = 100

const [minutes = 60, rounds = 3] = process.argv.slice(2).map(Number)
const folder = mkdtempSync(join(tmpdir(), 'roughmix-ingest-'))
const wav = join(folder, 'song.wav')
const flac = join(folder, 'song.flac')

try {
  buildWasm()
  writeLongSong(wav, minutes * 60)
  const outputs = outputsIn(folder)
  await runMediaChild({
    path: wav,
    outputs: { ...outputs, flac },
    command: decoderCommand('encode'),
    maxOutputBytes: Infinity,
  })
  console.log(
    `${minutes} min, 24 bit, 48 kHz, stereo: WAV ${megabytes(wav)} MB, FLAC ` +
      `${megabytes(flac)} MB; medians of ${rounds} rounds`,
  )
  const runs = new Map<string, Run[]>()
  for (let round = 0; round < rounds; round++) {
    for (const [name, run] of contenders(outputs)) runs.set(name, [...(runs.get(name) ?? []), await run()])
  }
  report(runs)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function contenders(outputs: ReturnType<typeof outputsIn>): readonly (readonly [string, () => Promise<Run>])[] {
  const ingest = (path: string, request: RenditionPlan) => () =>
    timed(async () => {
      const outcome = await runMediaChild({
        path,
        outputs: request === 'none' ? null : outputs,
        command: decoderCommand(request),
        maxOutputBytes: Infinity,
      })
      if (outcome === 'encode-instead' || !outcome.ok) throw new Error('the song was refused')
    })
  const command =
    (file: string, ...args: readonly string[]) =>
    () =>
      timed(() => finished(file, args))
  const decodeOnly = (path: string) =>
    command(process.execPath, fileURLToPath(new URL('decode-only.ts', import.meta.url)), path)
  const filter = (path: string) =>
    command('ffmpeg', '-nostdin', '-v', 'quiet', '-i', path, '-af', 'ebur128=peak=true', '-f', 'null', '-')
  return [
    ['WAV ebur128=peak=true', filter(wav)],
    ['WAV decode only', decodeOnly(wav)],
    ['WAV analysis', ingest(wav, 'none')],
    ['WAV analysis + stream.flac', ingest(wav, 'encode')],
    ['FLAC ebur128=peak=true', filter(flac)],
    ['FLAC decode only', decodeOnly(flac)],
    ['FLAC analysis + index of the original', ingest(flac, 'reuse')],
    ['FLAC analysis + new stream.flac', ingest(flac, 'encode')],
  ]
}

function report(runs: ReadonlyMap<string, readonly Run[]>): void {
  const median = (name: string, figure: keyof Run) =>
    (runs.get(name) ?? []).map((run) => run[figure]).sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN
  const column = (value: number, digits: number, unit: string) => `${value.toFixed(digits).padStart(8)} ${unit}`
  for (const name of runs.keys()) {
    console.log(
      name.padEnd(40) +
        column(median(name, 'seconds'), 2, 's') +
        column(median(name, 'cpuSeconds'), 2, 'CPU s') +
        column(median(name, 'peakMegabytes'), 0, 'MB'),
    )
  }
  const ratio = (over: string, under: string) =>
    `${(median(over, 'seconds') / median(under, 'seconds')).toFixed(2)} (CPU ` +
    `${(median(over, 'cpuSeconds') / median(under, 'cpuSeconds')).toFixed(2)})`
  console.log(
    `WAV: ebur128 with true peak takes ${ratio('WAV ebur128=peak=true', 'WAV analysis')} times as long as the ` +
      'analysis (target 4 or more), ' +
      `${ratio('WAV ebur128=peak=true', 'WAV analysis + stream.flac')} times with stream.flac`,
  )
  console.log(
    `FLAC: the whole ingest takes ${ratio('FLAC analysis + index of the original', 'FLAC decode only')} times ` +
      'decode-only (target 1.45 or less), ' +
      `${ratio('FLAC analysis + new stream.flac', 'FLAC decode only')} times with a new stream.flac`,
  )
}

/** The song repeated, with the bytes of its first two minutes. */
function writeLongSong(path: string, seconds: Seconds): void {
  const sampleRate = 48_000
  const song = Buffer.concat(songBlocks(sampleRate))
  const file = openSync(path, 'w')
  writeSync(file, wavHeader({ sampleRate, channels: 2, encoding: 's24', totalFrames: seconds * sampleRate }))
  for (let left = seconds; left > 0; left -= SONG_SECONDS)
    writeSync(file, song, 0, Math.min(song.length, left * sampleRate * 6))
  closeSync(file)
}

function songBlocks(sampleRate: number): readonly Uint8Array[] {
  const blocks: Uint8Array[] = []
  for (const block of renderSong({ mix: SONG_MIXES.loud, sampleRate })) blocks.push(wavSamples(block, 's24'))
  return blocks
}

async function timed(work: () => Promise<void>): Promise<Run> {
  let peak = 0
  let childCpu = 0
  const watch = setInterval(() => {
    for (const child of children()) {
      peak = Math.max(peak, child.peakKilobytes)
      childCpu = Math.max(childCpu, child.cpuSeconds)
    }
  }, 50)
  const start = performance.now()
  const own = process.cpuUsage()
  try {
    await work()
    const { user, system } = process.cpuUsage(own)
    return {
      seconds: (performance.now() - start) / 1000,
      cpuSeconds: childCpu + (user + system) / 1e6,
      peakMegabytes: peak / 1024,
    }
  } finally {
    clearInterval(watch)
  }
}

/** Peak resident memory and CPU time so far. */
function children(): readonly { readonly peakKilobytes: number; readonly cpuSeconds: Seconds }[] {
  const pids = readText(`/proc/self/task/${process.pid}/children`).split(' ').filter(Boolean)
  return pids.map((pid) => {
    const ticks = readText(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? []
    return {
      peakKilobytes: Number(/VmHWM:\s+(\d+)/.exec(readText(`/proc/${pid}/status`))?.[1] ?? 0),
      cpuSeconds: (Number(ticks[11] ?? 0) + Number(ticks[12] ?? 0)) / CLOCK_TICKS,
    }
  })
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function finished(file: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    child.once('error', reject)
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${file} ended with ${code}`))))
  })
}

function megabytes(path: string): string {
  return (statSync(path).size / 1e6).toFixed(0)
}
