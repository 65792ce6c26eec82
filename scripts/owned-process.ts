import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import type { Milliseconds } from '#shared/units.ts'
import { findInPath } from './find-program.ts'

const GOODBYE_MS: Milliseconds = 10_000

/** A child process that runs until it is ended, and ends with us if the system supports that. */
export interface OwnedProcess {
  readonly pid: number
  isAlive(): boolean
  /** Sends SIGKILL and waits for the end. */
  kill(): Promise<void>
  /** Sends SIGTERM, and SIGKILL if that does not help. */
  stop(): Promise<void>
}

interface Wanted {
  readonly program: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Receives stdout and stderr. */
  readonly logPath: string
}

export async function ownProcess({ program, args, env = process.env, logPath }: Wanted): Promise<OwnedProcess> {
  // From Debian's util-linux. Without it, a parent killed by SIGKILL leaves its children running.
  const leash = findInPath('setpriv')
  const [first, words] =
    leash && process.platform === 'linux' ? [leash, ['--pdeathsig', 'TERM', program, ...args]] : [program, args]
  const log = createWriteStream(logPath, { flags: 'a' })
  await once(log, 'open')
  // Its own process group, so that Ctrl-C reaches only the parent, which stops the children in order.
  const child = spawn(first, words, { detached: true, stdio: ['ignore', log, log], env })
  await once(child, 'spawn')
  log.destroy()
  const { pid } = child
  if (pid === undefined) throw new Error(`${program} did not start`)
  return {
    pid,
    isAlive: () => isAlive(child),
    kill: () => ended(child, 'SIGKILL'),
    stop: () => ended(child, 'SIGTERM'),
  }
}

function isAlive({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (!isAlive(child)) return
  const gone = once(child, 'exit')
  child.kill(signal)
  const patience = setTimeout(() => child.kill('SIGKILL'), GOODBYE_MS)
  await gone
  clearTimeout(patience)
}

/** Polls until the condition is true; throws with what it waited for on timeout. */
export async function until(
  what: string,
  isSo: () => Promise<boolean>,
  { patienceMs = 60_000, restMs = 20 }: { readonly patienceMs?: Milliseconds; readonly restMs?: Milliseconds } = {},
): Promise<void> {
  for (
    const end = performance.now() + patienceMs;
    !(await isSo());
    await new Promise((resolve) => setTimeout(resolve, restMs))
  ) {
    if (performance.now() > end) throw new Error(`after ${patienceMs / 1000} s still waiting for ${what}`)
  }
}

/** Whether an address answers with a successful status. */
export function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
}
