import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser } from '../scripts/find-browser.ts'
import { findInPath, installDebian } from '../scripts/find-program.ts'
import { taskRoutes } from '#features/tasks/tasks.contract.ts'
import { inspectDisk } from './inspect-disk.ts'
import { Line, read } from './line.ts'
import { makeSong } from './make-song.ts'
import { CannotRun, measure, type Run } from './measure.ts'
import { TrustPerson } from './person.ts'
import { visitSkewed } from './clock-skew-person.ts'
import { METRICS_TOKEN, negativeAges } from './told-ages.ts'
import { pause, type RunningServer, startServer } from './start-server.ts'

const READY_MS = 30_000
/** Real time for intervals and timeouts, like a change of the system clock: only the time of day differs. */
const HONEST = { FAKETIME_DONT_FAKE_MONOTONIC: '1', DONT_FAKE_MONOTONIC: '1' }

void measure('r14', async (run) => {
  const installed = findInPath('faketime') ? true : installDebian('faketime')
  if (installed !== true) throw new CannotRun(installed)
  const browser = findBrowser()
  if (!run.short && 'missing' in browser) throw new CannotRun(browser.missing)
  if (!run.short && !existsSync('build/web/index.html'))
    throw new CannotRun('the pages are not built: node_modules/.bin/vite build')
  const wrong: string[] = []
  const days = await aDayAheadAndBehind(run, wrong)
  const more =
    run.short || 'missing' in browser
      ? []
      : [await overTheHour(run, wrong), await computersADayOff(run, browser.path, wrong)]
  return { figure: [days, ...more].join('; '), wrong }
})

/** The clock is a day ahead, then a day behind, then correct; the server is killed at each change, during work. */
async function aDayAheadAndBehind({ folder, chance, afterwards }: Run, wrong: string[]): Promise<string> {
  const dataDir = join(folder, 'days')
  const env = { ...HONEST, METRICS_TOKEN }
  let server: RunningServer = await startServer({ dataDir, env })
  afterwards(() => server.kill('group'))
  const olga = await TrustPerson.signUp(() => server.url, 'olga')
  const projectId = await olga.addProject()
  const trackId = await olga.addTrack(projectId, 'Kiln')
  // Longer than any part.
  const open = await olga.begin(chance, projectId, makeSong(chance, 'open.wav', 10), { trackId })
  await open.goOn({ patiently: true })
  const made: string[] = []
  const send = async () =>
    void made.push(await olga.upload(chance, projectId, makeSong(chance, `mix ${made.length}.wav`, 1), { trackId }))
  const restart = async (offset: string | undefined) => {
    await server.kill('group')
    server = await startServer({
      dataDir,
      port: server.port,
      env,
      ...(offset !== undefined && { under: ['faketime', '-f', offset] }),
    })
  }
  const allReady = async (when: string) => {
    const from = performance.now()
    for (;;) {
      const checking = (await olga.project(projectId)).trackVersions.filter(({ state }) => state !== 'ready')
      if (checking.length === 0) return
      if (performance.now() - from > READY_MS)
        return void wrong.push(`${when}: ${checking.length} versions were not ready after ${READY_MS / 1000} s`)
      await pause(100)
    }
  }
  const tasks = async () =>
    read(
      taskRoutes['GET /api/projects/:projectId/tasks'].answer,
      await olga.line.json('GET', `/api/projects/${projectId}/tasks`),
    ).items
  let added = 0
  const add = async (when: string) => {
    const answered = await olga.line.json(
      'POST',
      `/api/projects/${projectId}/tasks`,
      { title: when },
      { 'idempotency-key': when },
    )
    if (answered.status !== 200) wrong.push(`${when}: a task was answered ${answered.status}`)
    added++
  }

  // Made in the future of most of these clocks.
  const backup = spawnSync(
    'faketime',
    [
      '-f',
      '+1d',
      process.execPath,
      '--disable-warning=ExperimentalWarning',
      'src/admin/admin.ts',
      'backup',
      join(folder, 'backup'),
    ],
    { env: { PATH: process.env['PATH'], DATA_DIR: dataDir, ...HONEST }, encoding: 'utf8' },
  )
  if (backup.status !== 0) throw new Error(`the backup ended with ${backup.status}: ${backup.stderr}`)
  const clocks = [
    ['right', undefined],
    ['a day ahead', '+1d'],
    ['a day behind', '-1d'],
    ['five minutes ahead', '+300'],
    ['right again', undefined],
  ] as const
  for (const [when, offset] of clocks) {
    if (when !== 'right') await restart(offset)
    await add(when)
    await send()
    await allReady(when)
    // A new session, and the one that was open all the time.
    const anew = await olga.alsoOn(new Line(() => server.url))
    if ((await anew.json('GET', '/api/users/me')).status !== 200) wrong.push(`${when}: nobody can sign in`)
    if ((await olga.line.json('GET', '/api/users/me')).status !== 200) wrong.push(`${when}: a session has expired`)
    wrong.push(...(await negativeAges(olga)).map((line) => `${when}: ${line}`))
    // Killed with jobs that this clock has queued.
    await send()
  }
  await allReady('at the end')
  while (!open.version) await open.goOn({ patiently: true })
  made.push(open.version)
  await allReady('at the end')
  const { trackVersions } = await olga.project(projectId)
  const order = trackVersions.map(({ id }) => id)
  if (order.join() !== made.toReversed().join()) wrong.push('versions are not in the order in which they came')
  if ((await tasks()).length !== added) wrong.push(`${(await tasks()).length} of ${added} tasks are there`)
  await server.stop()
  wrong.push(...inspectDisk(dataDir))
  return (
    `${made.length} versions in their order, ${added} tasks and an open upload over clocks ` +
    `${clocks.map(([when]) => when).join(', ')}; all ready within ` +
    `${READY_MS / 1000} s, no session lost, no age below nothing`
  )
}

/** The repeated hour: a server in Berlin on the morning when clocks go back. */
async function overTheHour({ folder, chance, afterwards }: Run, wrong: string[]): Promise<string> {
  const dataDir = join(folder, 'hour')
  const server = await startServer({
    dataDir,
    under: ['faketime', '-f', '@2026-10-25 02:59:50'],
    env: { ...HONEST, TZ: 'Europe/Berlin' },
  })
  afterwards(() => server.kill('group'))
  const olga = await TrustPerson.signUp(() => server.url, 'olga')
  const projectId = await olga.addProject()
  const trackId = await olga.addTrack(projectId, 'Kiln')
  const made: string[] = []
  for (let i = 0; i < 5; i++) {
    made.push(await olga.upload(chance, projectId, makeSong(chance, `mix ${i}.wav`, 0.5), { trackId }))
    await pause(4000)
  }
  const { trackVersions } = await olga.project(projectId)
  const times = trackVersions.map(({ createdAt }) => createdAt)
  if (trackVersions.map(({ id }) => id).join() !== made.toReversed().join())
    wrong.push('over the hour that comes twice versions changed places')
  if (times.some((time, i) => i > 0 && time > (times[i - 1] ?? 0)))
    wrong.push('over the hour that comes twice times went back')
  await server.stop()
  return `${made.length} versions in order over the hour that comes twice`
}

/** The server's clock is correct, and a user's computer's is not. */
async function computersADayOff(
  { folder, chance, afterwards }: Run,
  browser: string,
  wrong: string[],
): Promise<string> {
  const server = await startServer({ dataDir: join(folder, 'people'), env: { ROUGHMIX_API_ONLY: '' } })
  afterwards(() => server.kill('group'))
  const [olga, ed] = [
    await TrustPerson.signUp(() => server.url, 'olga'),
    await TrustPerson.signUp(() => server.url, 'ed'),
  ]
  const projectId = await olga.addProject()
  await olga.invite(projectId, ed)
  const { trackId } = await olga.send(projectId, makeSong(chance, 'first.wav', 2), 'Kiln')
  const versionId = await ed.upload(chance, projectId, makeSong(chance, 'second.wav', 2), { trackId })
  await ed.line.json('POST', `/api/projects/${projectId}/tasks`, { title: 'Ride the vocal', assigneeId: olga.userId })
  await ed.line.json('POST', `/api/projects/${projectId}/tracks/${trackId}/notes`, {
    versionId,
    fromSeconds: 1,
    toSeconds: null,
    body: 'The kick is late',
  })
  await olga.allReady(projectId)
  let [pages, times] = [0, 0]
  for (const days of [1, -1] as const) {
    const seen = await visitSkewed(days, { browser, server: server.url, person: olga, projectId, trackId, versionId })
    pages += seen.pages
    times += seen.times
    wrong.push(...seen.wrong.map((line) => `a computer ${days} day off: ${line}`))
  }
  await server.stop()
  return (
    `computers a day ahead and a day behind: signed in, wrote, and were told ${times} ` +
    `times on ${pages} pages, none of them yet to come`
  )
}
