import { join } from 'node:path'
import { findInPath, installDebian } from '../scripts/find-program.ts'
import { taskRoutes } from '#features/tasks/tasks.contract.ts'
import { inspectDisk } from './inspect-disk.ts'
import { Line, read } from './line.ts'
import { makeSong } from './make-song.ts'
import { CannotRun, measure, type Run } from './measure.ts'
import { Person } from './person.ts'
import { pause, type RunningServer, startServer } from './start-server.ts'

const READY_MS = 30_000
/** Real time for intervals and timeouts, as when somebody sets the clock: only what time of day it is differs. */
const HONEST = { FAKETIME_DONT_FAKE_MONOTONIC: '1', DONT_FAKE_MONOTONIC: '1' }

void measure('r14', async (run) => {
  const installed = findInPath('faketime') ? true : installDebian('faketime')
  if (installed !== true) throw new CannotRun(installed)
  const wrong: string[] = []
  const days = await aDayAheadAndBehind(run, wrong)
  const hour = run.short ? '' : `; ${await overTheHour(run, wrong)}`
  return { figure: `${days}${hour}`, wrong }
})

/** The clock is a day ahead, then a day behind, then right; the server is killed at each change, with work under way. */
async function aDayAheadAndBehind({ folder, chance, afterwards }: Run, wrong: string[]): Promise<string> {
  const dataDir = join(folder, 'days')
  let server: RunningServer = await startServer({ dataDir })
  afterwards(() => server.kill('group'))
  const olga = await Person.signUp(() => server.url, 'olga')
  const projectId = await olga.addProject()
  const trackId = await olga.addTrack(projectId, 'Kiln')
  // Longer than any part.
  const open = await olga.begin(chance, projectId, makeSong(chance, 'open.wav', 10), { trackId })
  await open.goOn({ patiently: true })
  const made: string[] = []
  const send = async () => void made.push(await olga.upload(chance, projectId, makeSong(chance, `mix ${made.length}.wav`, 1), { trackId }))
  const restart = async (offset: string | undefined) => {
    await server.kill('group')
    server = await startServer({ dataDir, port: server.port, ...(offset !== undefined && { under: ['faketime', '-f', offset], env: HONEST }) })
  }
  const allReady = async (when: string) => {
    const from = performance.now()
    for (;;) {
      const checking = (await olga.project(projectId)).trackVersions.filter(({ state }) => state !== 'ready')
      if (checking.length === 0) return
      if (performance.now() - from > READY_MS) return void wrong.push(`${when}: ${checking.length} versions were not ready after ${READY_MS / 1000} s`)
      await pause(100)
    }
  }
  const tasks = async () => read(taskRoutes['GET /api/projects/:projectId/tasks'].answer, await olga.line.json('GET', `/api/projects/${projectId}/tasks`)).items
  let added = 0
  const add = async (when: string) => {
    const answered = await olga.line.json('POST', `/api/projects/${projectId}/tasks`, { title: when }, { 'idempotency-key': when })
    if (answered.status !== 200) wrong.push(`${when}: a task was answered ${answered.status}`)
    added++
  }

  const clocks = [['right', undefined], ['a day ahead', '+1d'], ['a day behind', '-1d'], ['five minutes ahead', '+300'], ['right again', undefined]] as const
  for (const [when, offset] of clocks) {
    if (when !== 'right') await restart(offset)
    await add(when)
    await send()
    await allReady(when)
    // A person who comes anew, and the one who was signed in all the time.
    const anew = await olga.alsoOn(new Line(() => server.url))
    if ((await anew.json('GET', '/api/users/me')).status !== 200) wrong.push(`${when}: nobody can sign in`)
    if ((await olga.line.json('GET', '/api/users/me')).status !== 200) wrong.push(`${when}: a session has expired`)
    // Killed with work that this clock has queued.
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
  return `${made.length} versions in their order, ${added} tasks and an open upload over clocks ${clocks.map(([when]) => when).join(', ')}; all ready within ${READY_MS / 1000} s, no session lost`
}

/** The hour that comes twice: a server in Berlin on the morning the clocks go back. */
async function overTheHour({ folder, chance, afterwards }: Run, wrong: string[]): Promise<string> {
  const dataDir = join(folder, 'hour')
  const server = await startServer({ dataDir, under: ['faketime', '-f', '@2026-10-25 02:59:50'], env: { ...HONEST, TZ: 'Europe/Berlin' } })
  afterwards(() => server.kill('group'))
  const olga = await Person.signUp(() => server.url, 'olga')
  const projectId = await olga.addProject()
  const trackId = await olga.addTrack(projectId, 'Kiln')
  const made: string[] = []
  for (let i = 0; i < 5; i++) {
    made.push(await olga.upload(chance, projectId, makeSong(chance, `mix ${i}.wav`, 0.5), { trackId }))
    await pause(4000)
  }
  const { trackVersions } = await olga.project(projectId)
  const times = trackVersions.map(({ createdAt }) => createdAt)
  if (trackVersions.map(({ id }) => id).join() !== made.toReversed().join()) wrong.push('over the hour that comes twice versions changed places')
  if (times.some((time, i) => i > 0 && time > (times[i - 1] ?? 0))) wrong.push('over the hour that comes twice times went back')
  await server.stop()
  return `${made.length} versions in order over the hour that comes twice`
}
