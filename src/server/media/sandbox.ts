import { spawn } from 'node:child_process'

export interface SandboxedCommand {
  readonly file: string
  readonly arguments: readonly string[]
}

/** Data a decoder may hold, in bytes; above it the kernel refuses, and the parent's watch kills. */
export const MEMORY_LIMIT_BYTES = 1024 ** 3
/** CPU seconds a decoder may use however long the recording; the parent's clock is usually sooner. */
const CPU_LIMIT_SECONDS = 1800

/**
 * Limits set by the shell, each by itself because systems differ in what they know: CPU time, data, no files written
 * (outputs go through a pipe), few descriptors, no core dumps. Address space stays unlimited: V8 reserves far more than
 * it uses.
 */
const LIMITS = [`-t ${CPU_LIMIT_SECONDS}`, `-d ${MEMORY_LIMIT_BYTES / 1024}`, '-f 0', '-n 64', '-c 0']
  .map((limit) => `ulimit ${limit}`)
  .join('; ')
const SHELL_SCRIPT = `{ ${LIMITS}; } 2>/dev/null; exec "$@"`

/** The command, made to run under limits and, with `unshare`, without network and as nobody in particular. */
export function sandboxed(command: SandboxedCommand, unshare: boolean): SandboxedCommand {
  if (process.platform === 'win32') return command
  const cut = unshare ? ['unshare', '-rn'] : []
  return { file: '/bin/sh', arguments: ['-c', SHELL_SCRIPT, 'sh', ...cut, command.file, ...command.arguments] }
}

let unshares: Promise<boolean> | null = null

/**
 * Whether decoders keep their network from now on (FFMPEG_SANDBOX): some kernels make such a namespace slowly, or log
 * each one.
 */
export function keepNetwork(keeps: boolean): void {
  unshares = keeps ? Promise.resolve(false) : null
}

/** Asked of the kernel once: containers and hardened systems often forbid it. */
export function canUnshare(): Promise<boolean> {
  unshares ??= new Promise((resolve) => {
    const probe = spawn('unshare', ['-rn', 'true'], { stdio: 'ignore' })
    probe.once('error', () => resolve(false))
    probe.once('exit', (code) => resolve(code === 0))
  })
  return unshares
}
