import { spawn } from 'node:child_process'

export interface SandboxedCommand {
  readonly file: string
  readonly arguments: readonly string[]
}

/** The decoder's data limit in bytes; the kernel refuses more, and the parent's watch kills the process. */
export const MEMORY_LIMIT_BYTES = 1024 ** 3
/** The decoder's CPU limit, whatever the recording's length; the parent's time limit usually comes first. */
const CPU_LIMIT_SECONDS = 1800

/**
 * Limits set by the shell, one by one because systems support different ones: CPU time, data, no file writes (outputs
 * use a pipe), few descriptors, no core dumps. Address space is not limited: V8 reserves far more than it uses.
 */
const LIMITS = [`-t ${CPU_LIMIT_SECONDS}`, `-d ${MEMORY_LIMIT_BYTES / 1024}`, '-f 0', '-n 64', '-c 0']
  .map((limit) => `ulimit ${limit}`)
  .join('; ')
const SHELL_SCRIPT = `{ ${LIMITS}; } 2>/dev/null; exec "$@"`

/** The command under these limits; with `unshare` also without network and as an unprivileged user. */
export function sandboxed(command: SandboxedCommand, unshare: boolean): SandboxedCommand {
  if (process.platform === 'win32') return command
  const cut = unshare ? ['unshare', '-rn'] : []
  return { file: '/bin/sh', arguments: ['-c', SHELL_SCRIPT, 'sh', ...cut, command.file, ...command.arguments] }
}

let unshares: Promise<boolean> | null = null

/**
 * Whether decoders keep network access (FFMPEG_SANDBOX): some kernels create network namespaces slowly, or log each
 * one.
 */
export function keepNetwork(keeps: boolean): void {
  unshares = keeps ? Promise.resolve(false) : null
}

/** Tried once: containers and hardened systems often forbid it. */
export function canUnshare(): Promise<boolean> {
  unshares ??= new Promise((resolve) => {
    const probe = spawn('unshare', ['-rn', 'true'], { stdio: 'ignore' })
    probe.once('error', () => resolve(false))
    probe.once('exit', (code) => resolve(code === 0))
  })
  return unshares
}
