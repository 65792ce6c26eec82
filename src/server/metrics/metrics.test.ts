import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLog } from '../log.ts'
import { openWorld, type World } from '#testing/world.ts'
import { freePort } from '../free-port.ts'
import { readConfig } from '../config.ts'
import { Metrics } from './metrics.ts'
import { serveMetricsApart } from './serve-metrics.ts'

const TOKEN = 'let the watchman in'
let world: World
beforeEach(async () => {
  world = await openWorld({ METRICS_TOKEN: TOKEN })
})
afterEach(() => world.close())

const asked = (token?: string) =>
  world.as('visitor', 'GET /metrics', { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } })
const figures = async () => parsed((await asked(TOKEN)).raw.toString())

/** As Prometheus reads it: refuses what is not in its format. */
function parsed(text: string): ReadonlyMap<string, number> {
  const kinds = new Map<string, string>()
  const found = new Map<string, number>()
  for (const line of text.split('\n').slice(0, -1)) {
    const type = /^# TYPE (\w+) (counter|gauge|histogram)$/.exec(line)
    if (type) kinds.set(type[1] ?? '', type[2] ?? '')
    if (line === '' || line.startsWith('# ')) continue
    const sample = /^([a-z_]+)(\{(?:[a-z]+="(?:[^"\\]|\\.)*",?)+\})? (-?[\d.e+-]+)$/.exec(line)
    if (!sample) throw new Error(`not a sample: ${line}`)
    const [, name = '', labels = '', value] = sample
    if (!kinds.has(name) && kinds.get(name.replace(/_(bucket|sum|count)$/, '')) !== 'histogram')
      throw new Error(`${name} has no type`)
    if (found.has(name + labels)) throw new Error(`${name}${labels} is there twice`)
    found.set(name + labels, Number(value))
  }
  return found
}

test('figures are for who has the token, and nobody knows of them where none is set', async () => {
  expect([(await asked()).status, (await asked('wrong')).status, (await asked(TOKEN)).status]).toEqual([401, 401, 200])
  const without = await openWorld()
  expect((await without.as('visitor', 'GET /metrics')).status).toBe(404)
  await without.close()
})

test('requests are counted by route and status, never by address', async () => {
  await world.as('olga', 'GET /api/projects/:projectId')
  await world.as('stan', 'GET /api/projects/:projectId')
  await world.as('stan', 'GET /api/projects/:projectId')
  const found = await figures()
  const of = (suffix: string, status: number, edge = '') => {
    const labels = `${edge}method="GET",route="/api/projects/:projectId",status="${status}"`
    return found.get(`roughmix_http_request_duration_seconds_${suffix}{${labels}}`)
  }
  expect([of('count', 200), of('count', 404), of('bucket', 404, 'le="+Inf",')]).toEqual([1, 2, 2])
  const edges = [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10, 60].map((edge) => of('bucket', 404, `le="${edge}",`) ?? -1)
  expect(edges, 'each edge counts what the one before counts').toEqual(edges.toSorted((a, b) => a - b))
  expect([...found.keys()].join()).not.toContain(world.here['projectId'])
})

test('jobs are counted by state, with the age of the oldest', async () => {
  await world.as('ed', 'POST /api/projects/:projectId/invites', { body: { email: 'ana@example.com' } })
  world.pass(90_000)
  const waiting = await figures()
  expect([
    waiting.get('roughmix_jobs{state="ready"}'),
    waiting.get('roughmix_job_oldest_seconds{state="ready"}'),
  ]).toEqual([1, 90])
  await world.services.database.db
    .updateTable('jobs')
    .set({ state: 'dead', finished_at: world.services.now() })
    .execute()
  world.pass(10_000)
  const dead = await figures()
  expect([
    dead.get('roughmix_jobs{state="ready"}'),
    dead.get('roughmix_jobs{state="dead"}'),
    dead.get('roughmix_job_oldest_seconds{state="dead"}'),
  ]).toEqual([0, 1, 10])
})

test('the process, the disk and what is stored are told', async () => {
  const found = await figures()
  for (const name of [
    'roughmix_live_connections',
    'roughmix_event_loop_lag_seconds{quantile="0.99"}',
    'roughmix_database_connections{state="open"}',
    'roughmix_database_waiting',
    'roughmix_disk_free_bytes',
    'roughmix_stored_bytes{kind="originals"}',
    'process_resident_memory_bytes',
    'process_open_fds',
    'process_cpu_seconds_total',
  ])
    expect([name, found.get(name)]).toEqual([name, expect.any(Number)])
  expect(found.get('process_resident_memory_bytes')).toBeGreaterThan(1e6)
})

test('a port of its own answers without a token where none is set, and with it where one is', async () => {
  const answers = async (
    settings: Readonly<Record<string, string>>,
    path: string,
    headers: Record<string, string> = {},
  ) => {
    const port = await freePort()
    const config = readConfig({ METRICS_PORT: String(port), ...settings })
    const metrics = new Metrics(world.services, () => 3)
    const server = await serveMetricsApart(metrics, config, openLog('silent'))
    const answer = await fetch(`http://localhost:${port}${path}`, { headers })
    const text = await answer.text()
    await new Promise((resolve) => server?.close(resolve))
    return { status: answer.status, text }
  }
  const open = await answers({}, '/metrics')
  expect([open.status, parsed(open.text).get('roughmix_live_connections')]).toEqual([200, 3])
  expect((await answers({}, '/')).status).toBe(404)
  expect((await answers({ METRICS_TOKEN: TOKEN }, '/metrics')).status).toBe(401)
  expect((await answers({ METRICS_TOKEN: TOKEN }, '/metrics', { authorization: `Bearer ${TOKEN}` })).status).toBe(200)
})
