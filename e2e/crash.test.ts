import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountRoutes } from '#features/account/account.contract.ts'
import { administrationRoutes } from '#features/administration/administration.contract.ts'
import { buildWasm } from '../scripts/build-wasm.ts'
import { Chance } from './crash-chance.ts'
import { CrashClient, type Moment } from './crash-client.ts'
import { inspectDisk, sweepLater } from './crash-disk.ts'
import { Line, read } from './crash-http.ts'
import { Journal, ofKind } from './crash-journal.ts'
import { pause, type RunningServer, startServer } from './crash-server.ts'
import { readBack } from './crash-verify.ts'

const seed = process.env['CRASH_SEED'] ?? (process.env['CI'] === 'true' ? '1' : String(Math.floor(Math.random() * 1e9)))
const rounds = Number(process.env['CRASH_ROUNDS'] ?? 12)
const NAMES = ['olga', 'ed', 'cora', 'lin', 'stan']
const READY_MS = 3000
const STOP_MS = 10_000

const folder = mkdtempSync(join(tmpdir(), 'roughmix-crash-'))
const dataDir = join(folder, 'data')
let server: RunningServer | undefined

beforeAll(() => void buildWasm())
afterAll(async () => {
  await server?.kill('group')
  rmSync(folder, { recursive: true, force: true })
})

test(`nothing acknowledged is lost or doubled over ${rounds} sudden deaths (CRASH_SEED=${seed})`, { timeout: 60_000 + rounds * 15_000 }, async () => {
  console.log(`CRASH_SEED=${seed} CRASH_ROUNDS=${rounds}`)
  const chance = new Chance(seed)
  const journal = new Journal(join(folder, 'journal'))
  let onMoment: (moment: Moment) => void = () => undefined
  const url = () => server?.url ?? ''
  const clients = NAMES.map((name) => new CrashClient({ name, line: new Line(url), chance: new Chance(`${seed} ${name}`), journal, onMoment: (moment) => onMoment(moment) }))
  const readyTimes: number[] = []
  const start = async (): Promise<RunningServer> => {
    const running = await startServer({ dataDir, port: server?.port ?? 0 })
    readyTimes.push(running.readyMs)
    return running
  }

  for (let round = 0; round < rounds; round++) {
    server = await start()
    expect(await readBack({ clients, entries: journal.read(), settled: false }), `round ${round}`).toEqual([])
    const death = planDeath(chance, server)
    onMoment = death.onMoment
    await Promise.all([death.over, ...clients.map((client) => client.work(death.isOver))])
  }

  server = await start()
  for (const client of clients) await client.catchUp()
  const again = await analysedEverything(clients)
  await stopCleanly(server)
  const swept = await sweepLater(dataDir)
  expect(inspectDisk(dataDir)).toEqual([])

  server = await start()
  for (const client of clients) await client.signIn()
  const entries = journal.read()
  expect(await readBack({ clients, entries, settled: true })).toEqual([])
  // The best of them, because a machine that others use as well stalls for seconds at times.
  const readyMs = Math.min(...readyTimes)
  expect(readyMs).toBeLessThanOrEqual(READY_MS)
  console.log(`${entries.length} acknowledgements: ${(['account', 'project', 'track', 'task', 'task state', 'invite', 'joined', 'upload', 'version'] as const).map((kind) => `${ofKind(entries, kind).length} ${kind}`).join(', ')}; dead jobs tried again by the admin ${again}; swept ${swept.parts} parts and ${swept.blobs} blobs; ready after ${readyMs.toFixed(0)} ms at best, ${Math.max(...readyTimes).toFixed(0)} at most`)
  await stopCleanly(server)
})

interface Death {
  readonly onMoment: (moment: Moment) => void
  readonly isOver: () => boolean
  readonly over: Promise<void>
}

/** Ends the server at a random time, or shortly after the first of a kind of moment: it is killed with its children, alone, or asked to stop in the midst of work. */
function planDeath(chance: Chance, running: RunningServer): Death {
  const moment = chance.one<Moment | 'any time'>(['any time', 'acknowledged', 'part under way', 'last part sent', 'version made'])
  const earliestAt = performance.now() + chance.between(200, 1500)
  const delayMs = chance.one([0, chance.between(0, 10), chance.between(0, 400)]) ?? 0
  const way = chance.one(['group', 'group', 'group', 'server', 'asked'] as const) ?? 'group'
  let doomed = false
  let settle: (death: Promise<void>) => void = () => undefined
  const over = new Promise<void>((resolve) => (settle = resolve))
  const kill = (afterMs: number) => {
    if (doomed) return
    doomed = true
    settle((afterMs === 0 ? Promise.resolve() : pause(afterMs)).then(() => (way === 'asked' ? stopCleanly(running) : running.kill(way))))
  }
  setTimeout(() => kill(0), moment === 'any time' ? chance.between(200, 2500) : 3500).unref()
  let isDead = false
  void over.then(() => (isDead = true), () => (isDead = true))
  return { onMoment: (seen) => seen === moment && performance.now() > earliestAt && kill(delayMs), isOver: () => isDead, over }
}

async function stopCleanly(running: RunningServer): Promise<void> {
  const { code, tookMs } = await running.stop()
  if (code !== 0 || tookMs > STOP_MS) throw new Error(`asked to stop, it ended with ${code} after ${tookMs.toFixed(0)} ms:\n${running.output()}`)
}

/** Waits until every version is ready and nothing is being worked on. What died three times with its server is dead; the admin sees it and tries it again. */
async function analysedEverything(clients: readonly CrashClient[]): Promise<number> {
  const admin = await theAdmin(clients)
  let again = 0
  for (;; await pause(250)) {
    for (const job of await admin.jobs('dead')) {
      again++
      read(administrationRoutes['POST /api/admin/jobs/:jobId/retry'].answer, await admin.line.json('POST', `/api/admin/jobs/${job.id}/retry`))
    }
    const states = (await Promise.all(clients.map((client) => client.versionStates()))).flat()
    if (states.every((state) => state === 'ready') && (await admin.jobs('active')).length === 0) return again
  }
}

/** Whoever made the first account. */
async function theAdmin(clients: readonly CrashClient[]): Promise<CrashClient> {
  for (const client of clients) if (read(accountRoutes['GET /api/users/me'].answer, await client.line.json('GET', '/api/users/me')).isAdmin) return client
  throw new Error('nobody is the admin')
}
