import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { LiveEar } from '#testing/live-ear.ts'
import { hireCrew, keepBusy } from './busy-crew.ts'
import { inspectDisk, sweepLater } from './inspect-disk.ts'
import { Journal } from './journal.ts'
import { measure } from './measure.ts'
import { readBack } from './read-back.ts'
import { pause, type RunningServer, startServer } from './start-server.ts'

const STOP_MS = 10_000
/** A signal and a request may wait for the same piece of work. */
const AT_ONCE_MS = 500

void measure('r10', async ({ chance, seed, short, folder, afterwards, say }) => {
  const dataDir = join(folder, 'data')
  const journal = new Journal(join(folder, 'journal'))
  let server: RunningServer = await startServer({ dataDir })
  afterwards(() => server.kill('group'))
  const clients = hireCrew({ names: ['olga', 'ed', 'cora', 'lin'], server: () => server.url, seed, journal })
  const wrong: string[] = []
  const took: number[] = []
  const ready: number[] = []
  const restarts = short ? 3 : 20
  const endWork = keepBusy(clients)
  while (!clients[0]?.line.cookie()) await pause(50)
  for (let restart = 1; restart <= restarts; restart++) {
    await pause(chance.between(300, 2500))
    const ear = await LiveEar.open(server.url, { cookie: clients[0]?.line.cookie() ?? '' })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    await readiness(server, agent)
    const stopping = server.stop()
    const stoppedAt = performance.now()
    let readyMs = 0
    for (let askedAt = stoppedAt; (await readiness(server, agent)) === 200; askedAt = performance.now()) readyMs = askedAt - stoppedAt
    ready.push(readyMs)
    if (readyMs > AT_ONCE_MS) wrong.push(`restart ${restart}: asked ${readyMs.toFixed(0)} ms after the signal it was still ready`)
    const { code, tookMs } = await stopping
    took.push(tookMs)
    if (code !== 0 || tookMs > STOP_MS) wrong.push(`restart ${restart}: it ended with ${code} after ${tookMs.toFixed(0)} ms: ${server.output().slice(-500)}`)
    if ((await Promise.race([ear.closed, pause(1000).then(() => 'open')])) === 'open') wrong.push(`restart ${restart}: a live connection outlived it`)
    agent.destroy()
    server = await startServer({ dataDir, port: server.port })
    if (restart % 5 === 0) say(`${restart} restarts, ${journal.read().length} acknowledgements`)
  }
  await endWork().catch((error: unknown) => void wrong.push(`an operation failed: ${error instanceof Error ? error.message : String(error)}`))
  const tries = clients.map((client) => client.tries)
  const again = tries.reduce((sum, one) => sum + one.again, 0)
  const failed = tries.reduce((sum, one) => sum + one.failed, 0)
  if (failed > 0) wrong.push(`${failed} operations failed after being tried again`)
  for (const client of clients) while ((await client.versionStates()).some((state) => state === 'checking')) await pause(100)
  const entries = journal.read()
  wrong.push(...(await readBack({ clients, entries, settled: true })))
  await server.stop()
  await sweepLater(dataDir)
  wrong.push(...inspectDisk(dataDir))
  return { figure: `${restarts} restarts under load: stopped in ${Math.max(...took).toFixed(0)} ms at most, never said to be ready when asked later than ${Math.max(...ready).toFixed(0)} ms after the signal, ${entries.length} acknowledgements, ${wrong.length} wrong, ${failed} of ${again + failed} operations failed after being tried again`, wrong }
})

/** /readyz over a connection that is kept. 0 where nobody answers. */
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
