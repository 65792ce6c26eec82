import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Milliseconds } from '#shared/units.ts'
import { inspectDisk } from './inspect-disk.ts'
import { Line } from './line.ts'
import { makeSong } from './make-song.ts'
import { measure } from './measure.ts'
import { TrustPerson } from './person.ts'
import { runProgram } from './run-program.ts'
import { pause, startServer } from './start-server.ts'
import type { Chance } from './chance.ts'

const PER_SECOND = 20
/** The promised size and time of a restore; a smaller one is measured and extrapolated. */
const LARGE_BYTES = 10e9
const LARGE_SECONDS = 300
const ROOT = resolve(import.meta.dirname, '..')

/**
 * Takes a backup while a client writes twenty times a second and uploads; restores it elsewhere, and reads it back
 * through a server.
 */
void measure('r15', async ({ folder, chance, short, say, afterwards }) => {
  const dataDir = join(folder, 'data')
  const server = await startServer({ dataDir })
  afterwards(() => server.kill('group'))
  const olga = await TrustPerson.signUp(() => server.url, 'olga')
  const projectId = await olga.addProject()
  const songSeconds = short ? 3 : 40
  for (let i = 0; i < (short ? 3 : 20); i++) await sendSong(olga, projectId, chance, songSeconds, `before ${i}`)

  const writingFrom = performance.now()
  const writing = startWriting(olga, projectId, chance, short ? 1000 : 200)
  await pause(short ? 500 : 1500)
  const before = { tasks: writing.tasks.length, songs: writing.songs.length }
  const startedAt = performance.now()
  const backup = await admin(folder, dataDir, ['backup', join(folder, 'backup'), '--json'])
  const backupMs = performance.now() - startedAt
  const during = writing.tasks.length - before.tasks
  // Except for requests in flight at either end. In `npm test` the machine may be busy: then half of the earlier rate
  // suffices.
  const least = short ? 0.5 * backupMs * (before.tasks / (startedAt - writingFrom)) : (backupMs / 1000) * PER_SECOND - 2
  await writing.stop()
  await server.stop()
  say(
    `${backup.json.files} files with ${(backup.json.bytes / 1e6).toFixed(0)} MB and ${backup.json.rows} rows in ` +
      `${(backupMs / 1000).toFixed(1)} s, while ${during} tasks were written`,
  )

  const restoredDir = join(folder, 'restored')
  const restoreAt = performance.now()
  const restored = await admin(folder, dataDir, ['restore', join(folder, 'backup'), '--into', restoredDir, '--json'])
  const restoreMs = performance.now() - restoreAt
  const verified = await admin(folder, restoredDir, ['verify', '--json'])
  const second = await startServer({ dataDir: restoredDir })
  afterwards(() => second.kill('group'))
  // Constant costs, like starting two programs, are extrapolated too, so the real time is shorter.
  const bytesPerMs = restored.json.bytes / (restoreMs + second.readyMs)
  const largeSeconds = LARGE_BYTES / bytesPerMs / 1000
  const wrong = [
    ...(backup.code === 0 ? [] : [`the backup ended with ${backup.code}: ${backup.said}`]),
    ...(restored.code === 0 ? [] : [`the restore ended with ${restored.code}: ${restored.said}`]),
    ...(verified.code === 0 && verified.json.orphans.length === 0
      ? []
      : [`what was restored is not whole: ${verified.said}`]),
    ...writing.failures,
    ...(during >= least ? [] : [`the backup kept writers waiting: ${during} writes in ${backupMs.toFixed(0)} ms`]),
    ...(short || largeSeconds <= LARGE_SECONDS ? [] : [`10 GB would be back after ${largeSeconds.toFixed(0)} s`]),
    ...(await readBack(await olga.alsoOn(new Line(() => second.url)), projectId, writing, before)),
  ]
  await second.stop()
  wrong.push(
    ...inspectDisk(restoredDir).filter((one) => !one.startsWith('a job was left')),
    ...(await refusesNewer(folder, dataDir)),
  )
  return {
    figure:
      `${restored.json?.rows} rows and ${restored.json?.files} files ` +
      `(${((restored.json?.bytes ?? 0) / 1e6).toFixed(0)} MB) taken under ` +
      `${((during / backupMs) * 1000).toFixed(0)} writes/s in ${(backupMs / 1000).toFixed(1)} s, restored, ` +
      `compared and served again in ${((restoreMs + second.readyMs) / 1000).toFixed(1)} s ` +
      `(${(bytesPerMs / 1000).toFixed(0)} MB/s, at which 10 GB take ` +
      `${largeSeconds.toFixed(0)} s); ${wrong.length} wrong`,
    wrong,
  }
})

interface Writing {
  /** Those that were acknowledged. */
  readonly tasks: string[]
  readonly songs: { readonly versionId: string; readonly trackId: string; readonly sha256: string }[]
  readonly asked: Set<string>
  readonly failures: string[]
  stop(): Promise<void>
}

/** At a fixed rate, whether or not earlier ones were answered. */
function startWriting(olga: TrustPerson, projectId: string, chance: Chance, songRestMs: Milliseconds): Writing {
  let isOver = false
  const writing = {
    tasks: [] as string[],
    songs: [] as Writing['songs'],
    asked: new Set<string>(),
    failures: [] as string[],
  }
  const write = async (title: string) => {
    writing.asked.add(title)
    const status = await olga.line
      .json('POST', `/api/projects/${projectId}/tasks`, { title })
      .then((answered) => answered.status, String)
    if (status === 200) writing.tasks.push(title)
    else writing.failures.push(`a task was answered ${status}`)
  }
  const tasks = (async () => {
    const underWay: Promise<void>[] = []
    for (const from = performance.now(); !isOver; await pause(5)) {
      while (underWay.length < ((performance.now() - from) / 1000) * PER_SECOND)
        underWay.push(write(`Task ${underWay.length}`))
    }
    await Promise.all(underWay)
  })()
  const songs = (async () => {
    for (let n = 0; !isOver; n++) {
      writing.songs.push(await sendSong(olga, projectId, chance, 1, `during ${n}`))
      await pause(songRestMs)
    }
  })()
  return {
    ...writing,
    async stop() {
      isOver = true
      await Promise.all([tasks, songs])
    },
  }
}

async function sendSong(
  olga: TrustPerson,
  projectId: string,
  chance: Chance,
  seconds: number,
  title: string,
): Promise<Writing['songs'][number]> {
  const song = makeSong(chance, `${title}.wav`, seconds)
  return { ...(await olga.send(projectId, song, title)), sha256: song.sha256 }
}

/** Everything acknowledged before the backup began exists, nothing else exists, and every song is complete. */
async function readBack(
  line: Line,
  projectId: string,
  writing: Writing,
  before: { readonly tasks: number; readonly songs: number },
): Promise<readonly string[]> {
  const titles = new Set<string>(
    JSON.parse((await line.json('GET', `/api/projects/${projectId}/tasks?limit=1000`)).body.toString()).items.map(
      ({ title }: { title: string }) => title,
    ),
  )
  const details = await settled(line, projectId)
  const versions = new Map<string, { sha256: string; trackId: string }>(
    details.trackVersions.map((version: { id: string; sha256: string; trackId: string }) => [version.id, version]),
  )
  const wrong = [
    ...writing.tasks
      .slice(0, before.tasks)
      .filter((title) => !titles.has(title))
      .map((title) => `lost: ${title}`),
    ...[...titles].filter((title) => !writing.asked.has(title)).map((title) => `nobody wrote: ${title}`),
    ...writing.songs
      .slice(0, before.songs)
      .filter(({ versionId }) => !versions.has(versionId))
      .map(({ versionId }) => `lost: version ${versionId}`),
  ]
  for (const [id, { sha256, trackId }] of versions) {
    const { body } = await line.ask('GET', `/api/projects/${projectId}/tracks/${trackId}/download?version=${id}`)
    if (createHash('sha256').update(body).digest('hex') !== sha256)
      wrong.push(`version ${id} downloads with other bytes`)
  }
  return wrong
}

/** The restored server continues the analyses that were queued. */
async function settled(line: Line, projectId: string) {
  for (const until = performance.now() + 60_000; ; await pause(100)) {
    const details = JSON.parse((await line.json('GET', `/api/projects/${projectId}`)).body.toString())
    if (
      performance.now() > until ||
      !details.trackVersions.some(({ state }: { state: string }) => state === 'checking')
    )
      return details
  }
}

async function refusesNewer(folder: string, dataDir: string): Promise<readonly string[]> {
  const path = join(folder, 'backup', 'manifest.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, JSON.stringify({ ...manifest, migrations: [...manifest.migrations, '9999-tomorrow'] }))
  const { code, said } = await admin(folder, dataDir, [
    'restore',
    join(folder, 'backup'),
    '--into',
    join(folder, 'newer'),
  ])
  return code === 3 && said.includes('newer Roughmix')
    ? []
    : [`a backup of a newer program was not refused in words: ${code} ${said}`]
}

interface Said {
  readonly code: number | null
  readonly said: string
  // The JSON of several commands, read untyped.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly json: any
}

/** Runs the admin command line in a separate process. */
async function admin(folder: string, dataDir: string, args: readonly string[]): Promise<Said> {
  const { code, out, complaints } = await runProgram([join(ROOT, 'src/admin/admin.ts'), ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
  })
  const isJson = args.includes('--json') && out.startsWith('{')
  return { code, said: out + complaints, json: isJson ? JSON.parse(out) : {} }
}
