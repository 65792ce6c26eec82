import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { childSeconds, freePort, peakMegabytes, processSeconds, run, startNginx, startNode } from './bench-tools.ts'
import { type LoadFigures, loadFiguresFile, summed, type ServerFigures, tableOf } from './load-figures.ts'
import type { LoadPlan, LoadSeen } from './load-plan.ts'
import { loadProduct, wordsOf, type LoadedProduct } from './load-roughmix.ts'
import { writeBounce } from './load-song.ts'

/**
 * 500 people listen while 50 upload, with Roughmix, nginx and a bare Node server in turn: `node bench/listener-load.ts
 * [listeners] [uploaders] [seconds]`. Each listener reads lossless music like the player and has the page's socket
 * open; each uploader sends bounces at 10 Mbit/s. Only the run without arguments is stored, for
 * docs/scaling-figures.md.
 */
const [listeners = 500, uploaders = 50, seconds = 60] = process.argv.slice(2).map(Number)
const isFull = process.argv.length === 2
const LISTENERS_OF_A_PROJECT = 50
const SONG_SECONDS = 120
const BOUNCE_SECONDS = 60
const LINE_BYTES_PER_SECOND = 10e6 / 8
const NOTE_EVERY_MS = 500

interface Contender {
  readonly name: ServerFigures['name']
  readonly pid: number
  readonly plan: LoadPlan
}

const folder = mkdtempSync(join(tmpdir(), 'roughmix-load-'))
const stops: (() => Promise<unknown>)[] = []
try {
  const loadBefore = loadavg()[0] ?? 0
  for (const name of ['files', 'nginx/tmp', 'nginx/dav']) mkdirSync(join(folder, name), { recursive: true })
  const [song, bounce] = [join(folder, 'song.wav'), join(folder, 'bounce.wav')]
  writeBounce(song, SONG_SECONDS)
  writeBounce(bounce, BOUNCE_SECONDS)
  const product = await loadProduct({
    folder,
    song,
    projects: Math.max(1, Math.ceil(listeners / LISTENERS_OF_A_PROJECT)),
  })
  stops.push(() => product.server.stop())
  const nginx = await startNginx(
    folder,
    await freePort(),
    `location / { root ${folder}/files; } location /dav/ { root ${folder}/nginx; ` +
      'dav_methods PUT; client_max_body_size 0; }',
  )
  stops.push(nginx.stop)
  const bare = await startNode('bench/load-bare-server.ts', join(folder, 'files'))
  stops.push(bare.stop)

  const servers: ServerFigures[] = []
  for (const contender of contenders(product, bounce, nginx, bare)) servers.push(await measure(contender))
  const waiting = await versionsWaiting(product)
  const figures: LoadFigures = {
    at: new Date().toISOString().slice(0, 10),
    cores: availableParallelism(),
    loadBefore: Math.round(loadBefore * 10) / 10,
    listeners,
    uploaders,
    seconds,
    waiting,
    servers,
  }
  for (const line of tableOf(figures)) console.log(line)
  if (isFull) writeFileSync(loadFiguresFile, `${JSON.stringify(figures, null, 2)}\n`)
  if (servers.some(({ failed }) => failed > 0)) process.exitCode = 1
} finally {
  for (const stop of stops) await stop()
  rmSync(folder, { recursive: true, force: true })
}

/** The same music, bounces and rates. nginx has no sockets. */
function contenders(
  { server, people, tracks }: LoadedProduct,
  file: string,
  nginx: { url: string; pid: number },
  bare: { url: string; pid: number },
): readonly Contender[] {
  const trackOf = (i: number) => tracks[i % tracks.length] ?? tracks[0]
  const cookieOf = (i: number) => people[i % people.length]?.line.cookie() ?? ''
  const times = Math.max(1, Math.floor(seconds / ((BOUNCE_SECONDS * 48_000 * 6) / LINE_BYTES_PER_SECOND)))
  const bounces = (by: 'tus' | 'put', url: (i: number) => string) =>
    Array.from({ length: uploaders }, (_, i) => ({
      by,
      url: url(i),
      cookie: cookieOf(i),
      file,
      times,
      bytesPerSecond: LINE_BYTES_PER_SECOND,
    }))
  const ears = (
    url: (track: LoadedProduct['tracks'][number]) => string,
    live: (i: number, track: LoadedProduct['tracks'][number]) => LoadPlan['listeners'][number]['live'],
  ) =>
    Array.from({ length: listeners }, (_, i) => trackOf(i)).flatMap((track, i) =>
      track ? [{ streamUrl: url(track), cookie: cookieOf(i), map: track.map, live: live(i, track) }] : [],
    )
  const projects = [...new Set(tracks.map(({ projectId }) => projectId))]
  const notes = (url: (projectId: string, trackId: string) => string) =>
    projects.map((projectId, i) => {
      const track = tracks.find((one) => one.projectId === projectId)
      return {
        url: url(projectId, track?.trackId ?? ''),
        cookie: cookieOf(i),
        body: JSON.stringify({
          versionId: track?.versionId,
          fromSeconds: i,
          toSeconds: null,
          body: 'The snare rings at 400 Hz',
        }),
        hearers: Array.from({ length: listeners }, (_, n) => trackOf(n)).filter((one) => one?.projectId === projectId)
          .length,
      }
    })
  const ws = (url: string) => url.replace(/^http/, 'ws')
  return [
    {
      name: 'nginx',
      pid: nginx.pid,
      plan: {
        seconds,
        listeners: ears(
          ({ copy }) => `${nginx.url}/${basename(copy)}`,
          () => null,
        ),
        uploaders: bounces('put', () => `${nginx.url}/dav`),
        notes: [],
        noteEveryMs: NOTE_EVERY_MS,
      },
    },
    {
      name: 'bare',
      pid: bare.pid,
      plan: {
        seconds,
        listeners: ears(
          ({ copy }) => `${bare.url}/${basename(copy)}`,
          (_, { projectId }) => ({ url: `${ws(bare.url)}/${projectId}`, say: [] }),
        ),
        uploaders: bounces('put', () => bare.url),
        notes: notes((projectId) => `${bare.url}/${projectId}`),
        noteEveryMs: NOTE_EVERY_MS,
      },
    },
    {
      name: 'roughmix',
      pid: server.pid,
      plan: {
        seconds,
        listeners: ears(
          ({ streamUrl }) => streamUrl,
          (i, track) => ({ url: `${ws(server.url)}/api/live`, say: wordsOf(track, i % 60) }),
        ),
        uploaders: bounces('tus', (i) => `${server.url}/api/projects/${projects[i % projects.length]}/uploads`),
        notes: notes((projectId, trackId) => `${server.url}/api/projects/${projectId}/tracks/${trackId}/notes`),
        noteEveryMs: NOTE_EVERY_MS,
      },
    },
  ]
}

async function measure({ name, pid, plan }: Contender): Promise<ServerFigures> {
  const file = join(folder, 'plan.json')
  writeFileSync(file, JSON.stringify(plan))
  await run('sync', [])
  const [own, children] = [await processSeconds(pid), await childSeconds(pid)]
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'bench/load-makers.ts', file],
    { maxBuffer: 1e9 },
  )
  const seen: LoadSeen = JSON.parse(stdout)
  return summed(name, seen, {
    serverSeconds: (await processSeconds(pid)) - own,
    childSeconds: (await childSeconds(pid)) - children,
    peakMegabytes: await peakMegabytes(pid),
  })
}

/** Number of bounces not yet playable when the load ends. */
async function versionsWaiting({ people: [owner], tracks }: LoadedProduct): Promise<number> {
  let waiting = 0
  for (const projectId of new Set(tracks.map((track) => track.projectId)))
    waiting += (await owner?.project(projectId))?.trackVersions.filter(({ state }) => state === 'checking').length ?? 0
  return waiting
}
