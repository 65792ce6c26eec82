import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import type { Milliseconds } from '#shared/units.ts'
import { pause } from '../trust/start-server.ts'

const ROOT = resolve(import.meta.dirname, '..')
const PATIENCE_MS: Milliseconds = 120_000

export interface ProductProcess {
  readonly process: ChildProcess
  /** Lines written so far. */
  out(): readonly string[]
  err(): readonly string[]
  /** Waits for `Roughmix is at`; the address it tells. */
  address(): Promise<string>
  /** Exit code, once it has ended. */
  readonly ended: Promise<number | null>
}

/** `npm start` without npm: the same script, with these settings and nothing of ours. */
export function startProduct(settings: Readonly<Record<string, string>>): ProductProcess {
  const child = spawn(process.execPath, ['scripts/run.mjs', 'start'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...settings },
  })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  const ended = once(child, 'close').then(([code]: unknown[]) => (typeof code === 'number' ? code : null))
  return {
    process: child,
    out: () => linesOf(out),
    err: () => linesOf(err),
    ended,
    async address() {
      for (const until = performance.now() + PATIENCE_MS; performance.now() < until; await pause(5)) {
        const url = /^Roughmix is at (\S+)$/m.exec(out)?.[1]
        if (url) return url
        if (child.exitCode !== null) break
      }
      throw new Error(`it does not listen:\n${out}${err}`)
    },
  }
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '')
}
