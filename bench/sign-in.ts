import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, medianOf, startNode, type Running } from './bench-tools.ts'

/**
 * Session reads and sign-ins per second: our product compared with the same library on a bare server, alternating, so
 * that other load affects both. Targets are shares of the bare server's rate.
 */
const ROUNDS = Number(process.env['ROUNDS'] ?? 9)
const cases = [
  {
    name: 'GET /get-session from the database',
    count: 600,
    connections: 8,
    path: '/api/auth/get-session?disableCookieCache=true',
    target: 0.85,
  },
  { name: 'GET /get-session from the cookie', count: 600, connections: 8, path: '/api/auth/get-session', target: 0.95 },
  { name: 'POST /sign-in/email', count: 48, connections: 8, path: '/api/auth/sign-in/email', target: 0.85 },
] as const

const person = { name: 'Nora', email: 'nora@example.com', password: 'nora sings at night' }
const folder = await mkdtemp(join(tmpdir(), 'roughmix-bench-sign-in-'))
const bare = await startNode('bench/bare-auth-server.ts')
const ours = await startProduct(folder)
let failed = false
try {
  const cookies = new Map<Running, string>()
  for (const server of [bare, ours]) cookies.set(server, await signUp(server.url))
  for (const { name, count, connections, path, target } of cases) {
    const rates = { bare: [] as number[], ours: [] as number[] }
    const measure = (server: Running) =>
      rateOf({
        url: server.url + path,
        cookie: cookies.get(server) ?? '',
        count,
        connections,
        signsIn: path.includes('sign-in'),
      })
    for (const server of [bare, ours]) await measure(server)
    for (let round = 0; round < ROUNDS; round++) {
      // Alternates who goes first.
      for (const which of round % 2 === 0 ? (['bare', 'ours'] as const) : (['ours', 'bare'] as const))
        rates[which].push(await measure(which === 'bare' ? bare : ours))
    }
    const ratio = medianOf(rates.ours.map((rate, round) => rate / (rates.bare[round] ?? Number.NaN)))
    failed ||= ratio < target
    process.stdout.write(
      `${name.padEnd(38)} bare ${medianOf(rates.bare).toFixed(0).padStart(6)}/s   ours ` +
        `${medianOf(rates.ours).toFixed(0).padStart(6)}/s   ratio ${ratio.toFixed(2)} (target ${target})\n`,
    )
  }
} finally {
  await Promise.all([bare.stop(), ours.stop()])
  await rm(folder, { recursive: true, force: true })
}
process.exit(failed ? 1 : 0)

async function startProduct(dataDir: string): Promise<Running> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const child = spawn(process.execPath, ['src/app/server/main.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      SIGN_IN_RATE_LIMIT: '100000',
      ACCOUNT_RATE_LIMIT: '100000',
      ROUGHMIX_API_ONLY: '1',
    },
  })
  while (
    !(await fetch(`${url}/api/auth/ok`).then(
      () => true,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error('the product did not start')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

async function signUp(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(person),
  })
  if (!answer.ok) throw new Error(`${url}: ${await answer.text()}`)
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

interface Load {
  readonly url: string
  readonly cookie: string
  readonly count: number
  readonly connections: number
  readonly signsIn: boolean
}

/** Answers per second over kept-alive connections; any status except 200 ends the measurement. */
async function rateOf({ url, cookie, count, connections, signsIn }: Load): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const body = signsIn ? JSON.stringify({ email: person.email, password: person.password }) : undefined
  const headers = signsIn
    ? { 'content-type': 'application/json', origin: new URL(url).origin, 'x-real-client-ip': '127.0.0.1' }
    : { cookie, 'x-real-client-ip': '127.0.0.1' }
  let left = count
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (left-- > 0) {
        const asked = request(url, { agent, method: signsIn ? 'POST' : 'GET', headers })
        asked.end(body)
        const [answer] = await once(asked, 'response')
        answer.resume()
        await once(answer, 'end')
        if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`)
      }
    }),
  )
  agent.destroy()
  return (count * 1000) / (performance.now() - startedAt)
}
