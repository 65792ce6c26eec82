import { Agent, request } from 'node:http'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWasm } from '../scripts/build-wasm.ts'
import { medianOf, startNode } from './bench-tools.ts'

/**
 * Time of GET /api/projects/{id} with 200 versions, including session and permission checks, compared with a bare
 * node:http server that sends the same bytes.
 */
const ROUNDS = Number(process.env['ROUNDS'] ?? 5)
const REQUESTS = 600
/** Number of concurrent clients. */
const ASKERS = 4
const WARM_UP = 200

buildWasm()
const folder = await mkdtemp(join(tmpdir(), 'roughmix-bench-'))
const stops: (() => Promise<void>)[] = []
try {
  const ours = await startNode('bench/project-details-server.ts', folder)
  stops.push(ours.stop)
  const [url = '', path = '', ...cookie] = ours.url.split(' ')
  const target = { url: url + path, cookie: cookie.join(' ') }
  const body = await answer(target)
  const versions: unknown[] = JSON.parse(body.toString()).trackVersions
  await writeFile(join(folder, 'answer.json'), body)
  const bare = await startNode('bench/bare-server.ts', join(folder, 'answer.json'))
  stops.push(bare.stop)

  const times = { ours: [] as Times[], bare: [] as Times[] }
  for (const contender of [target, { url: bare.url, cookie: '' }]) await measure(contender, WARM_UP)
  for (let round = 0; round < ROUNDS; round++) {
    times.bare.push(await measure({ url: bare.url, cookie: '' }, REQUESTS))
    times.ours.push(await measure(target, REQUESTS))
  }
  const median = (some: readonly Times[], pick: (times: Times) => number) => medianOf(some.map(pick))
  const line = (some: readonly Times[]) =>
    `p50 ${median(some, (t) => t.p50).toFixed(1)} ms, p99 ${median(some, (t) => t.p99).toFixed(1)} ms, ` +
    `${median(some, (t) => t.perSecond).toFixed(0)} a second`
  console.log(
    `GET /api/projects/{id} with ${versions.length} versions (${(body.byteLength / 1000).toFixed(0)} kB), ` +
      `${ASKERS} at once, medians of ${ROUNDS} interleaved rounds of ${REQUESTS}`,
  )
  console.log(`  bare node:http ${line(times.bare)}`)
  console.log(`  roughmix       ${line(times.ours)}`)
  console.log(
    `  ratio          p50 ${(median(times.ours, (t) => t.p50) / median(times.bare, (t) => t.p50)).toFixed(1)}, ` +
      `p99 ${(median(times.ours, (t) => t.p99) / median(times.bare, (t) => t.p99)).toFixed(1)}`,
  )
} finally {
  for (const stop of stops) await stop()
  await rm(folder, { recursive: true, force: true })
}

interface Target {
  readonly url: string
  readonly cookie: string
}

interface Times {
  readonly p50: number
  readonly p99: number
  readonly perSecond: number
}

async function measure(target: Target, requests: number): Promise<Times> {
  const agent = new Agent({ keepAlive: true, maxSockets: ASKERS })
  const took: number[] = []
  const startedAt = performance.now()
  const ask = async () => {
    while (took.length < requests) {
      const askedAt = performance.now()
      await answer(target, agent)
      took.push(performance.now() - askedAt)
    }
  }
  await Promise.all(Array.from({ length: ASKERS }, ask))
  agent.destroy()
  took.sort((a, b) => a - b)
  const at = (share: number) => took[Math.floor(took.length * share)] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99), perSecond: took.length / ((performance.now() - startedAt) / 1000) }
}

function answer({ url, cookie }: Target, agent?: Agent): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { cookie }, ...(agent && { agent }) }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () =>
        incoming.statusCode === 200
          ? resolve(Buffer.concat(chunks))
          : reject(new Error(`answered ${incoming.statusCode}`)),
      )
    })
      .on('error', reject)
      .end()
  })
}
