import { type ChildProcessByStdio, spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

interface Ended {
  /** Null if a signal ended it. */
  readonly code: number | null
  readonly out: string
  readonly complaints: string
}

/** Runs one of our programs with this Node, and waits for its end. */
export async function runProgram(
  args: readonly string[],
  options: SpawnOptions = {},
  onStart: (child: ChildProcessByStdio<null, Readable, Readable>) => void = () => undefined,
): Promise<Ended> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onStart(child)
  const [out, complaints] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, out, complaints }
}
