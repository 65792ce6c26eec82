import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { LiveEar } from '#testing/live-ear.ts'
import { BusyClient } from './busy-client.ts'
import { Chance } from './chance.ts'
import { inspectDisk, sweepLater } from './inspect-disk.ts'
import { Journal } from './journal.ts'
import { Line } from './line.ts'
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
  const clients = ['olga', 'ed', 'cora', 'lin'].map((name) => new BusyClient({ name, line: new Line(() => server.url), chance: new Chance(`${seed} ${name}`), journal, onMoment: () => undefined }))
  const wrong: string[] = []
  const took: number[] = []
  const unready: number[] = []
  const restarts = short ? 3 : 20
  let isOver = false
  const work = async (client: BusyClient) => {
    while (!isOver) {
      await client.work(() => isOver)
      await pause(20)
    }
  }
  const working = Promise.all(clients.map(work))
  while (!clients[0]?.line.cookie()) await pause(50)
  for (let restart = 1; restart <= restarts; restart++) {
    await pause(chance.between(300, 2500))
    const ear = await LiveEar.open(server.url, { cookie: clients[0]?.line.cookie() ?? '' })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    await readiness(server, agent)
    const stopping = server.stop()
    const askedAt = performance.now()
    while ((await readiness(server, agent)) === 200) await pause(5)
    unready.push(performance.now() - askedAt)
    if (performance.now() - askedAt > AT_ONCE_MS) wrong.push(`restart ${restart}: it was still ready ${(performance.now() - askedAt).toFixed(0)} ms after being asked to stop`)
    const { code, tookMs } = await stopping
    took.push(tookMs)
    if (code !== 0 || tookMs > STOP_MS) wrong.push(`restart ${restart}: it ended with ${code} after ${tookMs.toFixed(0)} ms: ${server.output().slice(-500)}`)
    if ((await Promise.race([ear.closed, pause(1000).then(() => 'open')])) === 'open') wrong.push(`restart ${restart}: a live connection outlived it`)
    agent.destroy()
    server = await startServer({ dataDir, port: server.port })
    if (restart % 5 === 0) say(`${restart} restarts, ${journal.read().length} acknowledgements`)
  }
  isOver = true
  await working
  for (const client of clients) await client.catchUp()
  for (const client of clients) while ((await client.versionStates()).some((state) => state === 'checking')) await pause(100)
  const entries = journal.read()
  wrong.push(...(await readBack({ clients, entries, settled: true })))
  await server.stop()
  await sweepLater(dataDir)
  wrong.push(...inspectDisk(dataDir))
  return { figure: `${restarts} restarts under load: stopped in ${Math.max(...took).toFixed(0)} ms at most, not ready any more after ${Math.max(...unready).toFixed(0)} ms, ${entries.length} acknowledgements, ${wrong.length} wrong, 0 operations failed after being tried again`, wrong }
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
