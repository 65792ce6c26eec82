import { spawnSync } from 'node:child_process'

/** Runs a JavaScript program of a dependency with this Node, passing its output through. */
export function run(script: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): boolean {
  const done = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  })
  return done.status === 0
}

/** How long each step took, for `stepTimes`. */
const took: { readonly name: string; readonly seconds: number }[] = []

/** Prints the name of a step, runs it, and prints its duration. */
export function step(name: string, work: () => boolean): boolean {
  process.stdout.write(`\n── ${name}\n`)
  const startedAt = performance.now()
  const ok = work()
  const seconds = (performance.now() - startedAt) / 1000
  took.push({ name, seconds })
  process.stdout.write(`${ok ? 'ok' : 'FAILED'} after ${seconds.toFixed(1)} s\n`)
  return ok
}

/** A line per step so far, and a total. */
export function stepTimes(): string {
  const all = took.reduce((sum, { seconds }) => sum + seconds, 0)
  return [...took, { name: 'All of it', seconds: all }]
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}\n`)
    .join('')
}
