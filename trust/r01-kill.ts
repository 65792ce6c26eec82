import { join } from 'node:path'
import { accountRoutes } from '#features/account/account.contract.ts'
import { administrationRoutes } from '#features/administration/administration.contract.ts'
import { type CrashPoint, crashPoints } from '#server/crash-points.ts'
import { BusyClient } from './busy-client.ts'
import type { Moment } from './kill-moment.ts'
import { Chance } from './chance.ts'
import { inspectDisk, sweepLater } from './inspect-disk.ts'
import { Journal, ofKind } from './journal.ts'
import { Line, read } from './line.ts'
import { measure, type Run } from './measure.ts'
import { readBack } from './read-back.ts'
import { DiedAtStart, pause, type RunningServer, startServer } from './start-server.ts'

/**
 * Six clients work without pause while the server is killed repeatedly, at random times and at named crash points, or
 * asked to stop.
 */
const NAMES = ['olga', 'ed', 'cora', 'lin', 'stan', 'jo']
const READY_MS = 3000
const STOP_MS = 10_000
const RANDOM_KILLS = 100
const CLEAN_STOPS = 20
/** Far longer than reaching any crash point takes. */
const PATIENCE_MS = 12_000
/** Rounds per data folder: reading everything back takes longer with every round. */
const ROUNDS_A_FOLDER = 20

type End = CrashPoint | 'random' | 'asked'

void measure('r01', async (run) => {
  const many = (end: End, length: number) => Array.from({ length }, () => end)
  const plan = run.short
    ? [...many('random', 3), ...many('asked', 1), run.chance.one(crashPoints) ?? 'file.moved']
    : [...many('random', RANDOM_KILLS), ...many('asked', CLEAN_STOPS), ...crashPoints]
  const rounds = shuffled(run.chance, plan)
  const findings: KillFindings = { wrong: [], readyMs: [], readyCpuMs: [], reached: new Set(), acknowledged: 0 }
  for (let from = 0; from < rounds.length; from += ROUNDS_A_FOLDER) {
    await liveThrough({
      run,
      rounds: rounds.slice(from, from + ROUNDS_A_FOLDER),
      dataDir: join(run.folder, `data-${from}`),
      findings,
    })
    run.say(
      `${Math.min(from + ROUNDS_A_FOLDER, rounds.length)} of ${rounds.length} ends, ${findings.acknowledged} ` +
        `acknowledgements, ${findings.wrong.length} wrong`,
    )
  }
  const never = run.short
    ? []
    : crashPoints.filter((point) => !findings.reached.has(point)).map((point) => `nobody came by ${point}`)
  const sorted = findings.readyMs.toSorted((a, b) => a - b)
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0
  const slowest = sorted.at(-1) ?? 0
  // Every start by the clock; in `npm test` by CPU time, because other tests use the machine meanwhile.
  const mostCpu = Math.max(0, ...findings.readyCpuMs)
  const late =
    (run.short ? mostCpu : slowest) > READY_MS
      ? [`ready after ${middle.toFixed(0)} ms, at most ${slowest.toFixed(0)} ms, ${mostCpu} ms of CPU time`]
      : []
  const count = (wanted: End) => plan.filter((end) => end === wanted).length
  return {
    figure:
      `${count('random')} random SIGKILLs, ${findings.reached.size} deaths at named places, ${count('asked')} clean ` +
      `stops, ${findings.acknowledged} acknowledgements: ${findings.wrong.length} lost, doubled or left behind; ` +
      `${sorted.length} starts, ready after ${middle.toFixed(0)} ms, at most ${slowest.toFixed(0)} ms`,
    wrong: [...findings.wrong, ...never, ...late],
  }
})

interface KillFindings {
  readonly wrong: string[]
  readonly readyMs: number[]
  readonly readyCpuMs: number[]
  readonly reached: Set<CrashPoint>
  acknowledged: number
}

interface Life {
  readonly run: Run
  readonly rounds: readonly End[]
  readonly dataDir: string
  readonly findings: KillFindings
}

async function liveThrough({ run, rounds, dataDir, findings }: Life): Promise<void> {
  const { chance } = run
  const journal = new Journal(`${dataDir}.journal`)
  let server: RunningServer | undefined
  let port = 0
  run.afterwards(() => server?.kill('group'))
  let onMoment: (moment: Moment) => void = () => undefined
  const clients = NAMES.map(
    (name) =>
      new BusyClient({
        name,
        line: new Line(() => server?.url ?? ''),
        chance: new Chance(`${run.seed} ${dataDir.split('-').at(-1)} ${name}`),
        journal,
        onMoment: (moment) => onMoment(moment),
      }),
  )
  const start = async (env: Readonly<Record<string, string>> = {}): Promise<RunningServer> => {
    server = await startServer({ dataDir, port, env })
    port = server.port
    findings.readyMs.push(server.readyMs)
    if (server.readyCpuMs !== undefined) findings.readyCpuMs.push(server.readyCpuMs)
    return server
  }
  const note = (where: string, lines: readonly string[]) =>
    findings.wrong.push(...lines.map((line) => `${where}: ${line}`))

  for (const [number, place] of rounds.entries()) {
    const where = `end ${number + 1} (${place})`
    await start()
    note(`before ${where}`, await readBack({ clients, entries: journal.read(), settled: false }))
    const isNamed = place !== 'random' && place !== 'asked'
    if (isNamed) await stopCleanly(server)
    const death = await (isNamed ? dieAt(place, chance, start) : planDeath(chance, server, place))
    onMoment = death.onMoment
    await Promise.all([death.over, ...clients.map((client) => client.work(death.isOver))])
    if (isNamed && death.wasReached()) findings.reached.add(place)
  }

  await start()
  for (const client of clients) await client.catchUp()
  await analysedEverything(clients)
  await stopCleanly(server)
  await sweepLater(dataDir)
  note('on the disk', inspectDisk(dataDir))
  await start()
  for (const client of clients) await client.signIn()
  const entries = journal.read()
  findings.acknowledged += entries.length
  note('at the end', await readBack({ clients, entries, settled: true }))
  if (ofKind(entries, 'version').length === 0 && rounds.length > 5) note('at the end', ['no version was made'])
  await stopCleanly(server)
}

interface Death {
  readonly onMoment: (moment: Moment) => void
  readonly isOver: () => boolean
  readonly over: Promise<void>
  readonly wasReached: () => boolean
}

/**
 * Ends the server at a random time, or shortly after the first of a kind of moment: it is killed, with or without its
 * children, or asked to stop during work.
 */
async function planDeath(chance: Chance, running: RunningServer | undefined, end: 'random' | 'asked'): Promise<Death> {
  const moment = chance.one<Moment | 'any time'>([
    'any time',
    'acknowledged',
    'part under way',
    'last part sent',
    'version made',
  ])
  const earliestAt = performance.now() + chance.between(200, 1500)
  const delayMs = chance.one([0, chance.between(0, 10), chance.between(0, 400)]) ?? 0
  const whom = chance.one(['group', 'group', 'group', 'server'] as const) ?? 'group'
  let doomed = false
  let settle: (death: Promise<void>) => void = () => undefined
  const over = new Promise<void>((resolve) => (settle = resolve))
  const kill = (afterMs: number) => {
    if (doomed) return
    doomed = true
    settle(
      (afterMs === 0 ? Promise.resolve() : pause(afterMs)).then(() =>
        end === 'asked' ? stopCleanly(running) : running?.kill(whom),
      ),
    )
  }
  setTimeout(() => kill(0), moment === 'any time' ? chance.between(200, 2500) : 3500).unref()
  let isDead = false
  void over.then(
    () => (isDead = true),
    () => (isDead = true),
  )
  return {
    onMoment: (seen) => seen === moment && performance.now() > earliestAt && kill(delayMs),
    isOver: () => isDead,
    over,
    wasReached: () => false,
  }
}

/** The server kills itself at a crash point, on one of its first visits there. */
async function dieAt(
  place: CrashPoint,
  chance: Chance,
  start: (env: Readonly<Record<string, string>>) => Promise<RunningServer>,
): Promise<Death> {
  const visits = /^(start|sweep|house)\./.test(place)
    ? 1
    : chance.whole(1, /^(answer|change|event)\./.test(place) ? 40 : 4)
  const nowhere = { onMoment: () => undefined, isOver: () => true, over: Promise.resolve(), wasReached: () => true }
  let running: RunningServer
  try {
    running = await start({ CRASH_AT: `${place}:${visits}` })
  } catch (error) {
    if (error instanceof DiedAtStart) return nowhere
    throw error
  }
  const timer = setTimeout(() => void running.kill('group'), PATIENCE_MS)
  let isDead = false
  let byItself = false
  const over = running.ended.then(async () => {
    byItself = performance.now() < until
    isDead = true
    clearTimeout(timer)
    await running.kill('group')
  })
  const until = performance.now() + PATIENCE_MS
  return { onMoment: () => undefined, isOver: () => isDead, over, wasReached: () => byItself }
}

async function stopCleanly(running: RunningServer | undefined): Promise<void> {
  if (!running) return
  const { code, tookMs } = await running.stop()
  if (code !== 0 || tookMs > STOP_MS)
    throw new Error(`asked to stop, it ended with ${code} after ${tookMs.toFixed(0)} ms:\n${running.output()}`)
}

/**
 * Waits until every version is ready and no job is running. A job that crashed with its server three times is dead; the
 * admin sees and retries it.
 */
async function analysedEverything(clients: readonly BusyClient[]): Promise<void> {
  const admin = await theAdmin(clients)
  for (; ; await pause(250)) {
    for (const job of await admin.jobs('dead'))
      read(
        administrationRoutes['POST /api/admin/jobs/:jobId/retry'].answer,
        await admin.line.json('POST', `/api/admin/jobs/${job.id}/retry`),
      )
    const states = (await Promise.all(clients.map((client) => client.versionStates()))).flat()
    if (states.every((state) => state === 'ready') && (await admin.jobs('active')).length === 0) return
  }
}

/** The owner of the first account. */
async function theAdmin(clients: readonly BusyClient[]): Promise<BusyClient> {
  for (const client of clients)
    if (read(accountRoutes['GET /api/users/me'].answer, await client.line.json('GET', '/api/users/me')).isAdmin)
      return client
  throw new Error('nobody is the admin')
}

function shuffled<T>(chance: Chance, things: readonly T[]): readonly T[] {
  return things
    .map((thing) => ({ thing, at: chance.fraction() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ thing }) => thing)
}
