import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { findStrace } from '../scripts/find-strace.ts'
import { startPostgres } from '../scripts/start-postgres.ts'
import { hireCrew, keepBusy } from './busy-crew.ts'
import { inspectDisk } from './inspect-disk.ts'
import { Journal } from './journal.ts'
import { TUS } from './line.ts'
import { everyday, startLoad, tally, within } from './request-load.ts'
import { makeSong } from './make-song.ts'
import { CannotRun, measure, type Run } from './measure.ts'
import { credentials, TrustPerson } from './person.ts'
import { readBack } from './read-back.ts'
import { pause, type RunningServer, startServer } from './start-server.ts'

const BACK_MS = 5000
const GONE_MS = 10_000

void measure('r08', async (run) => {
  // All three parts or none: a part that was not run is not met.
  const strace = findStrace({ install: true })
  if ('missing' in strace) throw new CannotRun(strace.missing)
  const postgres = await startPostgres()
  if (!('url' in postgres)) throw new CannotRun(postgres.missing)
  run.afterwards(() => postgres.stop())
  const { url, restart } = postgres
  if (!restart) throw new CannotRun('the PostgreSQL of TEST_POSTGRES_URL is not ours to restart')
  const wrong: string[] = []
  const locks = await locked(run, wrong)
  const errors = await unflushed(run, strace.path, wrong)
  const restarts = await restarted(run, { url, restart }, wrong)
  return { figure: [locks, errors, restarts].join('; '), wrong }
})

/** Another process locks the database, briefly and for long. */
async function locked(run: Run, wrong: string[]): Promise<string> {
  const dataDir = join(run.folder, 'locked')
  const server = await startServer({ dataDir })
  run.afterwards(() => server.kill('group'))
  const olga = await TrustPerson.signUp(() => server.url, 'olga')
  const projectId = await olga.addProject()
  const { addTask, look } = everyday(() => server.url, olga, projectId)
  const lockFor = async (seconds: number) => {
    const writes = startLoad({ senders: 4, restMs: 100, ask: addTask })
    const reads = startLoad({ senders: 2, restMs: 50, ask: look })
    // Sign-ins are also told to retry.
    const signIns = startLoad({
      senders: 1,
      restMs: 500,
      ask: () =>
        fetch(`${server.url}/api/auth/sign-in/email`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(credentials(olga.name)),
        }),
    })
    await pause(500)
    const other = new DatabaseSync(join(dataDir, 'roughmix.sqlite'), { timeout: 5000 })
    other.exec('begin exclusive')
    await pause(seconds * 1000)
    other.exec('rollback')
    other.close()
    await pause(1500)
    return { writes: await writes.end(), reads: await reads.end(), signIns: await signIns.end() }
  }
  const short = await lockFor(4)
  for (const [what, asked] of Object.entries(short))
    if (asked.some(({ status }) => status !== 200)) wrong.push(`locked 4 s: ${what} were answered ${tally(asked)}`)
  const seconds = run.short ? 13 : 30
  const long = await lockFor(seconds)
  const odd = [...long.writes, ...long.signIns].filter(
    ({ status, retryAfter }) => !(status === 200 || (status === 503 && retryAfter !== null)),
  )
  if (odd.length > 0) wrong.push(`locked ${seconds} s: writes and sign-ins were answered ${tally(odd)}`)
  if (!long.writes.some(({ status }) => status === 503))
    wrong.push(`locked ${seconds} s: nobody was told to come back later`)
  if (long.reads.some(({ status }) => status !== 200) || long.reads.length < seconds * 10)
    wrong.push(`locked ${seconds} s: ${long.reads.length} reads were answered ${tally(long.reads)}`)
  if (long.writes.slice(-4).some(({ status }) => status !== 200)) wrong.push('writes are not normal after the lock')
  await server.stop()
  return (
    `locked 4 s: writes ${tally(short.writes)}; ${seconds} s: writes ${tally(long.writes)}, sign-ins ` +
    `${tally(long.signIns)}, reads ${tally(long.reads)} within ${within(long.reads, 0.99).toFixed(0)} ms`
  )
}

/** The kernel reports a failed flush: of the database, and of a part of a file. */
async function unflushed(run: Run, strace: string, wrong: string[]): Promise<string> {
  const dataDir = join(run.folder, 'unflushed')
  const figures: string[] = []
  for (const what of ['database', 'file'] as const) {
    const server = await startServer({ dataDir })
    run.afterwards(() => server.kill('group'))
    const olga = await TrustPerson.signUp(() => server.url, `olga ${what}`.replace(' ', '.'))
    const projectId = await olga.addProject()
    const upload = await olga.begin(run.chance, projectId, makeSong(run.chance, 'mix.wav', 2), { trackTitle: 'Kiln' })
    const path =
      what === 'database'
        ? join(dataDir, 'roughmix.sqlite-wal')
        : join(dataDir, 'files/.parts', upload.url.split('/').at(-1) ?? '')
    const tracer = spawn(
      strace,
      [
        '-f',
        '-qq',
        '-P',
        path,
        '-e',
        'trace=fsync,fdatasync',
        '-e',
        'inject=fsync,fdatasync:error=EIO',
        '-o',
        '/dev/null',
        '-p',
        String(server.pid),
      ],
      { stdio: 'ignore' },
    )
    run.afterwards(() => void tracer.kill())
    await pause(1000)
    const brokenAt = performance.now()
    const answered =
      what === 'database'
        ? await status(server, `/api/projects/${projectId}/tasks`, {
            method: 'POST',
            headers: { cookie: olga.line.cookie(), 'content-type': 'application/json' },
            body: '{"title":"Never"}',
          })
        : await status(server, upload.url, {
            method: 'PATCH',
            headers: {
              cookie: olga.line.cookie(),
              ...TUS,
              'content-type': 'application/offset+octet-stream',
              'upload-offset': '0',
            },
            body: Buffer.alloc(100_000),
          })
    const ready = await status(server, '/readyz')
    if (answered !== 503) wrong.push(`EIO of the ${what}: the change was answered ${answered}`)
    if (ready !== 503) wrong.push(`EIO of the ${what}: /readyz was answered ${ready}`)
    const code = await Promise.race([server.ended, pause(GONE_MS).then(() => 'alive')])
    const endedMs = performance.now() - brokenAt
    if (code === 'alive' || code === 0) wrong.push(`EIO of the ${what}: the process ended with ${String(code)}`)
    tracer.kill()
    if (tracer.exitCode === null) await once(tracer, 'exit')
    await server.kill('group')
    const again = await startServer({ dataDir, port: server.port })
    if ((await olga.project(projectId)).id !== projectId)
      wrong.push(`EIO of the ${what}: what was acknowledged before is lost`)
    while (!upload.version) await upload.goOn({ patiently: true })
    await again.stop()
    wrong.push(
      ...inspectDisk(dataDir)
        .filter((line) => !/^(a job was left|version .* has no)/.test(line))
        .map((line) => `EIO of the ${what}: ${line}`),
    )
    figures.push(`EIO of the ${what}: ${answered}, not ready, ended after ${endedMs.toFixed(0)} ms`)
  }
  return figures.join(', ')
}

async function status(server: RunningServer, path: string, init: RequestInit = {}): Promise<number> {
  return fetch(server.url + path, init).then(
    (answer) => answer.status,
    () => 0,
  )
}

/** The PostgreSQL server crashes and restarts while clients work. */
async function restarted(
  run: Run,
  { url, restart }: { readonly url: string; readonly restart: () => boolean },
  wrong: string[],
): Promise<string> {
  const journal = new Journal(join(run.folder, 'postgres.journal'))
  const server = await startServer({ dataDir: join(run.folder, 'postgres'), env: { DATABASE_URL: url } })
  run.afterwards(() => server.kill('group'))
  const clients = hireCrew({ names: ['olga', 'ed', 'cora'], server: () => server.url, seed: run.seed, journal })
  const endWork = keepBusy(clients)
  const back: number[] = []
  for (let times = 0; times < (run.short ? 2 : 8); times++) {
    await pause(run.chance.between(1500, 3000))
    if (!restart()) throw new Error('PostgreSQL did not come back')
    const restartedAt = performance.now()
    const before = journal.read().length
    while (journal.read().length === before && performance.now() - restartedAt < 30_000) await pause(20)
    back.push(performance.now() - restartedAt)
  }
  await endWork()
  wrong.push(
    ...(await readBack({ clients, entries: journal.read(), settled: false })).map(
      (line) => `PostgreSQL restarted: ${line}`,
    ),
  )
  if (Math.max(...back) > BACK_MS) wrong.push(`back ${Math.max(...back).toFixed(0)} ms after PostgreSQL`)
  await server.stop()
  return (
    `PostgreSQL restarted ${back.length} times: ${journal.read().length} acknowledgements, back after at most ` +
    `${Math.max(...back).toFixed(0)} ms`
  )
}
