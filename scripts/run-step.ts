import { spawnSync } from 'node:child_process'

/** Runs a JavaScript program of a dependency with this Node, its output passed through. */
export function run(script: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): boolean {
  const done = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } })
  return done.status === 0
}

/** Says what is being done and how long it took. */
export function step(name: string, work: () => boolean): boolean {
  process.stdout.write(`\n── ${name}\n`)
  const startedAt = performance.now()
  const ok = work()
  process.stdout.write(`${ok ? 'ok' : 'FAILED'} after ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`)
  return ok
}
