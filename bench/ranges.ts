import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
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
import { loadProduct } from './load-roughmix.ts'
import { writeBounce } from './load-song.ts'

/**
 * Music as a listener hears it: random ranges of the stream of a version through the whole route (session, right,
 * version, file), in a closed loop over warm files, compared with nginx and a bare Node server that know nobody and
 * send the same file.
 */
const SONG_SECONDS = 180
const RANGE_BYTES = 460_000
const READERS = 16
const SECONDS = Number(process.env['SECONDS'] ?? 6)
const ROUNDS = Number(process.env['ROUNDS'] ?? 3)
const TARGETS = { secondsPerGb: 0.75, timesNginx: 2.2, timesBare: 0.5, behindNginx: 0.35 }

interface Peer extends Pick<Running, 'pid' | 'url'> {
  readonly cookie: string
}

const folder = await mkdtemp(join(tmpdir(), 'roughmix-bench-'))
const song = join(folder, 'song.wav')
const stops: (() => Promise<unknown>)[] = []
try {
  writeBounce(song, SONG_SECONDS)
  const direct = await loaded('direct')
  const file = basename(direct.track.copy)
  const nginx = await startNginx(folder, await freePort(), `location / { root ${folder}/direct/files; }`)
  stops.push(nginx.stop)
  const bare = await startNode('bench/load-bare-server.ts', join(folder, 'direct', 'files'))
  stops.push(bare.stop)
  const handedOver = await loaded('behind', { ACCEL_REDIRECT: '/_files/' })
  const front = await startNginx(
    join(folder, 'behind'),
    await freePort(),
    `location / { proxy_pass http://roughmix; proxy_http_version 1.1; proxy_set_header Connection ""; }
     location /_files/ { internal; alias ${folder}/behind/data/files/; }`,
    `upstream roughmix { server ${new URL(handedOver.peer.url).host}; keepalive 32; }`,
  )
  stops.push(front.stop)
  const peers: Readonly<Record<'nginx' | 'bare Node' | 'roughmix' | 'behind nginx', Peer>> = {
    nginx: { ...nginx, url: `${nginx.url}/${file}`, cookie: '' },
    'bare Node': { ...bare, url: `${bare.url}/${file}`, cookie: '' },
    roughmix: { ...direct.peer, url: direct.track.streamUrl },
    'behind nginx': { ...handedOver.peer, url: front.url + new URL(handedOver.track.streamUrl).pathname },
  }
  const measured: Record<string, Measured[]> = {}
  for (const peer of Object.values(peers)) await measure(peer, direct.track.map.streamBytes, 2)
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, peer] of Object.entries(peers))
      (measured[name] ??= []).push(await measure(peer, direct.track.map.streamBytes, SECONDS))

  console.log(
    `${READERS} listeners read random ranges of ${RANGE_BYTES / 1000} kB through the whole route, ` +
      `median of ${ROUNDS} interleaved rounds of ${SECONDS} s`,
  )
  for (const [name, { pid }] of Object.entries(peers))
    console.log(`  ${name.padEnd(12)} ${line(measured[name] ?? [])}, peak ${await peakMegabytes(pid)} MB`)
  const cost = (name: keyof typeof peers) => medianOf((measured[name] ?? []).map(({ secondsPerGb }) => secondsPerGb))
  for (const [what, value, most] of [
    ['CPU-s per GB', cost('roughmix'), TARGETS.secondsPerGb],
    ['times nginx', cost('roughmix') / cost('nginx'), TARGETS.timesNginx],
    ['times bare Node', cost('roughmix') / cost('bare Node'), TARGETS.timesBare],
    ['CPU-s of Node per GB that nginx sends for it', cost('behind nginx'), TARGETS.behindNginx],
  ] as const) {
    console.log(`  ${what.padEnd(44)} ${value.toFixed(2)}, target at most ${most}: ${value <= most ? 'met' : 'MISSED'}`)
    if (value > most) process.exitCode = 1
  }
} finally {
  for (const stop of stops) await stop()
  await rm(folder, { recursive: true, force: true })
}

/** A product with one song, and somebody who may hear it. */
async function loaded(name: string, env: Readonly<Record<string, string>> = {}) {
  const own = join(folder, name)
  await mkdir(join(own, 'files'), { recursive: true })
  const { server, people, tracks } = await loadProduct({ folder: own, song, projects: 1, people: 2, env })
  stops.push(server.stop)
  const [track] = tracks
  const listener = people.at(-1)
  if (!track || !listener) throw new Error('there is nothing to hear')
  return { track, peer: { pid: server.pid, url: server.url, cookie: listener.line.cookie() } }
}

interface Measured {
  readonly secondsPerGb: number
  readonly rangesPerSecond: number
  readonly p50: number
  readonly p99: number
}

async function measure({ pid, url, cookie }: Peer, sizeBytes: number, seconds: number): Promise<Measured> {
  const before = await processSeconds(pid)
  const { stdout } = await promisify(execFile)(process.execPath, [
    'bench/ranges-readers.ts',
    url,
    String(READERS),
    String(seconds),
    String(sizeBytes),
    String(RANGE_BYTES),
    cookie,
  ])
  const { bytes, p50, p99 }: { bytes: number; p50: number; p99: number } = JSON.parse(stdout)
  return {
    secondsPerGb: ((await processSeconds(pid)) - before) / (bytes / 1e9),
    rangesPerSecond: bytes / RANGE_BYTES / seconds,
    p50,
    p99,
  }
}

function line(rounds: readonly Measured[]): string {
  const median = (pick: (measured: Measured) => number) => medianOf(rounds.map(pick))
  return (
    `${median((m) => m.secondsPerGb).toFixed(2)} CPU-s per GB, ` +
    `${median((m) => m.rangesPerSecond).toFixed(0)} ranges/s, ` +
    `first byte p50 ${median((m) => m.p50).toFixed(0)} ms, p99 ${median((m) => m.p99).toFixed(0)} ms`
  )
}
