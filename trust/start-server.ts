import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Milliseconds } from '#shared/units.ts'
import { V8_FLAGS } from '../scripts/v8-flags.mjs'

export interface ServerOptions {
  readonly dataDir: string
  /** 0 uses a free one. */
  readonly port?: number
  readonly env?: Readonly<Record<string, string>>
  /** A program that starts it and traces or modifies it: strace, faketime. */
  readonly under?: readonly string[]
}

/** The process ended before it answered. */
export class DiedAtStart extends Error {}

export interface RunningServer {
  readonly url: string
  readonly port: number
  readonly pid: number
  /** From the start of the process until /readyz was 200. */
  readonly readyMs: Milliseconds
  /** CPU time until then, which a busy machine does not stretch; undefined where it cannot be read (Linux only). */
  readonly readyCpuMs: Milliseconds | undefined
  /** Its output so far, both streams. */
  output(): string
  /** SIGKILL for the server and all its children, or for the server alone. */
  kill(whom: 'group' | 'server'): Promise<void>
  /** However it ends: the exit code, or null if a signal ended it. */
  readonly ended: Promise<number | null>
  /** SIGTERM; resolves with the exit code and the duration. */
  stop(): Promise<{ readonly code: number | null; readonly tookMs: Milliseconds }>
}

const ROOT = resolve(import.meta.dirname, '..')
/** Output of the latest servers. */
const spoken: (() => string)[] = []

/** What the latest servers logged about failed requests, and at the end: for debugging. */
export function lastWords(): string {
  const lines = spoken.slice(-3).flatMap((readOutput) => readOutput().trim().split('\n'))
  return [...lines.filter((line) => line.includes('"request failed"')).slice(-3), ...lines.slice(-3)]
    .map((line) => line.slice(0, 1500))
    .join('\n')
}

/** Starts src/app/server/main.ts like `npm start`, in its own process group, and waits until it is ready. */
export async function startServer({ dataDir, port = 0, env = {}, under = [] }: ServerOptions): Promise<RunningServer> {
  const startedAt = performance.now()
  const [program = '', ...args] = [
    ...under,
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    ...V8_FLAGS,
    'src/app/server/main.ts',
  ]
  const child = spawn(program, args, {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      // As in scripts/run.mjs.
      MALLOC_ARENA_MAX: '2',
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: resolve(ROOT, '.cache/compiled'),
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      ROUGHMIX_API_ONLY: '1',
      SIGN_IN_RATE_LIMIT: '0',
      MIN_FREE_MB: '0',
      BALLAST_MB: '0',
      ...env,
    },
  })
  const readOutput = listen(child)
  spoken.push(readOutput)
  const url = await address(child, readOutput)
  await ready(url, child)
  const readyMs = performance.now() - startedAt
  const { pid } = child
  if (pid === undefined) throw new Error('the server has no process')
  const readyCpuMs = cpuMs(under.length > 0 ? serverIn(pid) : pid)
  return {
    url,
    pid,
    readyMs,
    readyCpuMs,
    ended: ended(child),
    port: Number(new URL(url).port),
    output: readOutput,
    async kill(whom) {
      if (child.exitCode !== null || child.signalCode !== null) return whom === 'group' ? groupEnded(pid) : undefined
      const gone = ended(child)
      process.kill(whom === 'group' ? -pid : pid, 'SIGKILL')
      await gone
      await groupEnded(pid)
    },
    async stop() {
      const askedAt = performance.now()
      const gone = ended(child)
      process.kill(under.length > 0 ? serverIn(pid) : pid, 'SIGTERM')
      const code = await gone
      return { code, tookMs: performance.now() - askedAt }
    },
  }
}

function cpuMs(pid: number): Milliseconds | undefined {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return undefined
  const text = readFileSync(file, 'utf8')
  const [user = 0, system = 0] = text.slice(text.lastIndexOf(')')).split(' ').slice(12, 14).map(Number)
  return (user + system) * 10
}

function listen(child: ChildProcess): () => string {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return () => text
}

async function address(child: ChildProcess, readOutput: () => string): Promise<string> {
  for (;;) {
    const url = /^Roughmix is at (\S+)$/m.exec(readOutput())?.[1]
    if (url) return url
    if (child.exitCode !== null || child.signalCode !== null)
      throw new DiedAtStart(`the server ended before it listened:\n${readOutput()}`)
    await pause(10)
  }
}

async function ready(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    const status = await fetch(`${url}/readyz`).then(
      (answer) => answer.status,
      () => 0,
    )
    if (status === 200) return
    await pause(10)
  }
  throw new DiedAtStart('the server ended before it was ready')
}

async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}

/** A decoder must not outlive its server. */
async function groupEnded(group: number): Promise<void> {
  const until = performance.now() + 5000
  while (membersOf(group).length > 0) {
    if (performance.now() > until)
      throw new Error(`processes outlive their server by 5 s: ${membersOf(group).join(', ')}`)
    await pause(20)
  }
}

/** Command lines of the running processes of a group, if the system shows them (Linux). */
function membersOf(group: number): readonly string[] {
  return processIds().flatMap((id) => {
    try {
      const stat = readFileSync(`/proc/${id}/stat`, 'utf8')
      const [state, , processGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return Number(processGroup) === group && state !== 'Z'
        ? [readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ')]
        : []
    } catch {
      return []
    }
  })
}

function processIds(): readonly string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    return []
  }
}

/** The server among the processes of its group, if another program started it. */
export function serverIn(group: number): number {
  const found = processIds().find((id) => {
    try {
      const stat = readFileSync(`/proc/${id}/stat`, 'utf8')
      return (
        Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]) === group &&
        /^[^\0]*\/node\0.*main\.ts/.test(readFileSync(`/proc/${id}/cmdline`, 'utf8'))
      )
    } catch {
      return false
    }
  })
  return found === undefined ? group : Number(found)
}

/** Waits for another process that cannot notify us. */
export function pause(milliseconds: Milliseconds): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
