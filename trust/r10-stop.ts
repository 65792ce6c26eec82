import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { LiveClientRig } from '#testing/live-client.rig.ts'
import { hireCrew, keepBusy } from './busy-crew.ts'
import { inspectDisk, sweepLater } from './inspect-disk.ts'
import { Journal } from './journal.ts'
import { makeSong } from './make-song.ts'
import { measure } from './measure.ts'
import { TrustPerson } from './person.ts'
import { readBack } from './read-back.ts'
import { pause, type RunningServer, startServer } from './start-server.ts'

const STOP_MS = 10_000
/** A signal and a request may wait for the same work. */
const AT_ONCE_MS = 500
/** Longer than a job takes from the queue to a worker. */
const BEGUN_MS = 5000

void measure('r10', async ({ chance, seed, short, folder, afterwards, say }) => {
  const dataDir = join(folder, 'data')
  const journal = new Journal(join(folder, 'journal'))
  let server: RunningServer = await startServer({ dataDir })
  afterwards(() => server.kill('group'))
  const clients = hireCrew({ names: ['olga', 'ed', 'cora', 'lin'], server: () => server.url, seed, journal })
  const wrong: string[] = []
  const took: number[] = []
  const ready: number[] = []
  const open: number[] = []
  let handedBack = 0
  const restarts = short ? 2 : 20
  const endWork = keepBusy(clients)
  while (!clients[0]?.line.cookie()) await pause(50)
  // In addition to the crew, so that a stop always meets running work: a version is being analysed.
  const maja = await TrustPerson.signUp(() => server.url, 'maja')
  const projectId = await maja.addProject()
  const song = makeSong(chance, 'long.wav', short ? 20 : 60)
  for (let restart = 1; restart <= restarts; restart++) {
    await pause(chance.between(300, 2500))
    await maja.send(projectId, song, `Kiln ${restart}`)
    const underWay = await activeJobs(dataDir)
    const connection = await LiveClientRig.open(server.url, { cookie: clients[0]?.line.cookie() ?? '' })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    await readiness(server, agent)
    const stopping = server.stop()
    const stoppedAt = performance.now()
    const connected = lastConnected(server.port, stoppedAt)
    let readyMs = 0
    for (let askedAt = stoppedAt; (await readiness(server, agent)) === 200; askedAt = performance.now())
      readyMs = askedAt - stoppedAt
    ready.push(readyMs)
    if (readyMs > AT_ONCE_MS)
      wrong.push(`restart ${restart}: asked ${readyMs.toFixed(0)} ms after the signal it was still ready`)
    const openMs = await connected
    open.push(openMs)
    if (openMs > AT_ONCE_MS)
      wrong.push(`restart ${restart}: ${openMs.toFixed(0)} ms after the signal it took a new connection`)
    const { code, tookMs } = await stopping
    took.push(tookMs)
    if (code !== 0 || tookMs > STOP_MS)
      wrong.push(
        `restart ${restart}: it ended with ${code} after ${tookMs.toFixed(0)} ms: ${server.output().slice(-500)}`,
      )
    if ((await Promise.race([connection.closed, pause(1000).then(() => 'open')])) === 'open')
      wrong.push(`restart ${restart}: a live connection outlived it`)
    agent.destroy()
    const after = jobStates(dataDir)
    for (const [id, attempts] of underWay) {
      const { state, attempts: counted } = after.get(id) ?? { state: 'gone', attempts: 0 }
      if (state === 'done') continue
      handedBack++
      if (state !== 'ready' || counted !== attempts - 1)
        wrong.push(
          `restart ${restart}: work under way at its attempt ${attempts} was left ${state} with ${counted} counted`,
        )
    }
    server = await startServer({ dataDir, port: server.port })
    if (restart % 5 === 0) say(`${restart} restarts, ${journal.read().length} acknowledgements`)
  }
  await endWork().catch(
    (error: unknown) =>
      void wrong.push(`an operation failed: ${error instanceof Error ? error.message : String(error)}`),
  )
  const tries = clients.map((client) => client.tries)
  const again = tries.reduce((sum, one) => sum + one.again, 0)
  const failed = tries.reduce((sum, one) => sum + one.failed, 0)
  if (failed > 0) wrong.push(`${failed} operations failed after being tried again`)
  if (handedBack === 0) wrong.push('no stop met work under way')
  await maja.allReady(projectId)
  for (const client of clients)
    while ((await client.versionStates()).some((state) => state === 'checking')) await pause(100)
  const entries = journal.read()
  wrong.push(...(await readBack({ clients, entries, settled: true })))
  await server.stop()
  await sweepLater(dataDir)
  wrong.push(...inspectDisk(dataDir))
  return {
    figure:
      `${restarts} restarts under load: stopped in ${Math.max(...took).toFixed(0)} ms at most, never said to be ` +
      `ready when asked later than ${Math.max(...ready).toFixed(0)} ms after the signal, no new connection later ` +
      `than ${Math.max(...open).toFixed(0)} ms, ${handedBack} jobs under way handed back uncounted, ` +
      `${entries.length} acknowledgements, ${wrong.length} wrong, ${failed} of ` +
      `${again + failed} operations failed after being tried again`,
    wrong,
  }
})

/** /readyz over a kept-alive connection. 0 if there is no answer. */
function readiness(server: RunningServer, agent: Agent): Promise<number> {
  return new Promise((resolve) => {
    const asking = request(`${server.url}/readyz`, { agent }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    asking.on('error', () => resolve(0))
    asking.end()
  })
}

/** When a new connection was last accepted after the signal. Returns when none is accepted any more. */
async function lastConnected(port: number, signalAt: number): Promise<number> {
  for (let last = 0; ; await pause(2)) {
    const askedAt = performance.now()
    const isIn = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true))
      socket.on('connect', () => socket.destroy()).on('error', () => resolve(false))
    })
    if (!isIn) return last
    last = askedAt - signalAt
  }
}

/** Running jobs by id, with their attempts, as soon as there are any. */
async function activeJobs(dataDir: string): Promise<ReadonlyMap<string, number>> {
  for (const late = performance.now() + BEGUN_MS; ; await pause(5)) {
    const active = [...jobStates(dataDir)].filter(([, { state }]) => state === 'active')
    if (active.length > 0 || performance.now() > late)
      return new Map(active.map(([id, { attempts }]) => [id, attempts]))
  }
}

function jobStates(dataDir: string): ReadonlyMap<string, { readonly state: string; readonly attempts: number }> {
  const database = new DatabaseSync(join(dataDir, 'roughmix.sqlite'), { readOnly: true })
  try {
    return new Map(
      database
        .prepare('select id, state, attempts from jobs')
        .all()
        .map(({ id, state, attempts }) => [String(id), { state: String(state), attempts: Number(attempts) }]),
    )
  } finally {
    database.close()
  }
}
