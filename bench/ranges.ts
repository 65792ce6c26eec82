import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  freePort,
  medianOf,
  peakMegabytes,
  processSeconds,
  startNginx,
  startNode,
  type Running,
} from './bench-tools.ts'

/** 50 readers of random 1 MiB ranges of a 1 GB file: CPU time per gigabyte, compared with nginx. */
const SIZE_BYTES = 1e9
const RANGE_BYTES = 1024 * 1024
const READERS = 50
const SECONDS = Number(process.env['SECONDS'] ?? 6)
const ROUNDS = Number(process.env['ROUNDS'] ?? 3)
const TARGET = 1.2

const folder = await mkdtemp(join(tmpdir(), 'roughmix-bench-'))
const stops: (() => Promise<void>)[] = []
try {
  await writeSong()
  const nginx = await startNginx(folder, await freePort(), `location / { root ${folder}/files; }`)
  stops.push(nginx.stop)
  const ours = await startNode('bench/ranges-server.ts', folder)
  stops.push(ours.stop)
  const measured = { nginx: [] as Measured[], ours: [] as Measured[] }
  for (let round = 0; round < ROUNDS; round++) {
    measured.nginx.push(await measure(nginx))
    measured.ours.push(await measure(ours))
  }
  console.log(
    `${READERS} readers of random 1 MiB ranges of a 1 GB file, median of ${ROUNDS} interleaved rounds of ${SECONDS} s`,
  )
  console.log(`  nginx sendfile ${line(measured.nginx)}`)
  console.log(`  roughmix       ${line(measured.ours)}, peak ${await peakMegabytes(ours.pid)} MB`)
  const cost = medianOf(measured.ours.map(({ secondsPerGb }) => secondsPerGb))
  console.log(
    `  CPU-s per GB   ${cost.toFixed(2)}       target at most ${TARGET}: ${cost <= TARGET ? 'met' : 'MISSED'}; ` +
      `${(cost / medianOf(measured.nginx.map(({ secondsPerGb }) => secondsPerGb))).toFixed(1)} times nginx`,
  )
  if (cost > TARGET) process.exitCode = 1
} finally {
  for (const stop of stops) await stop()
  await rm(folder, { recursive: true, force: true })
}

interface Measured {
  readonly secondsPerGb: number
  readonly gbPerSecond: number
  readonly p99: number
}

async function measure({ pid, url }: Running): Promise<Measured> {
  const before = await processSeconds(pid)
  const { stdout } = await promisify(execFile)(process.execPath, [
    'bench/ranges-readers.ts',
    `${url}/song`,
    String(READERS),
    String(SECONDS),
    String(SIZE_BYTES),
    String(RANGE_BYTES),
  ])
  const { bytes, p99 }: { bytes: number; p99: number } = JSON.parse(stdout)
  return {
    secondsPerGb: ((await processSeconds(pid)) - before) / (bytes / 1e9),
    gbPerSecond: bytes / 1e9 / SECONDS,
    p99,
  }
}

function line(rounds: readonly Measured[]): string {
  const median = (pick: (measured: Measured) => number) => medianOf(rounds.map(pick))
  return (
    `${median((m) => m.secondsPerGb).toFixed(2)} CPU-s per GB, ${median((m) => m.gbPerSecond).toFixed(2)} GB/s, ` +
    `p99 ${median((m) => m.p99).toFixed(0)} ms`
  )
}

async function writeSong(): Promise<void> {
  await mkdir(join(folder, 'files'), { recursive: true })
  const piece = randomBytes(1e7)
  const file = await open(join(folder, 'files', 'song'), 'w')
  for (let at = 0; at < SIZE_BYTES; at += piece.byteLength) await file.write(piece)
  await file.close()
}
