import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { V8_FLAGS } from '../scripts/v8-flags.mjs'

/** A process under measurement. */
export interface Running {
  readonly url: string
  readonly pid: number
  readonly stop: () => Promise<void>
}

export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return address.port
}

/** Runs a program and waits for its end; throws if it fails. */
export async function run(program: string, args: readonly string[]): Promise<void> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${program} ended with ${String(code)}`)
}

/** Starts a TypeScript program that prints its address as its first line. */
export function startNode(script: string, ...args: string[]): Promise<Running> {
  return startProgram(script, args)
}

/** The same with V8 set as it is for the product. */
export function startOurs(script: string, ...args: string[]): Promise<Running> {
  return startProgram(script, args, V8_FLAGS)
}

async function startProgram(script: string, args: readonly string[], flags: readonly string[] = []): Promise<Running> {
  const child = spawn(process.execPath, [...flags, script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  if (!child.stdout || !child.pid) throw new Error(`${script} did not start`)
  const lines = createInterface(child.stdout)
  const [url] = await Promise.race([once(lines, 'line'), once(child, 'exit').then(() => [''])])
  if (typeof url !== 'string' || url === '') throw new Error(`${script} did not start`)
  return { url, pid: child.pid, stop: () => stopChild(child) }
}

/** One nginx worker with its own server block, in the foreground; `beside` stands beside that block. */
export async function startNginx(folder: string, port: number, locations: string, beside = ''): Promise<Running> {
  await mkdir(join(folder, 'nginx'), { recursive: true })
  const conf = join(folder, 'nginx.conf')
  await writeFile(
    conf,
    `daemon off; master_process off; pid ${folder}/nginx.pid; error_log stderr crit; worker_rlimit_nofile 4096;
     events { worker_connections 1024; }
     http {
       access_log off; sendfile on; default_type application/octet-stream; client_body_temp_path ${folder}/nginx/tmp;
       ${beside}
       server { listen 127.0.0.1:${port}; ${locations} }
     }`,
  )
  const child = spawn('nginx', ['-p', folder, '-e', 'stderr', '-c', conf], { stdio: ['ignore', 'ignore', 'inherit'] })
  const url = `http://127.0.0.1:${port}`
  await answering(url, child)
  return { url, pid: child.pid ?? 0, stop: () => stopChild(child) }
}

async function answering(url: string, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (child.exitCode !== null) throw new Error('nginx did not start; is it installed?')
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error('nginx does not answer')
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** CPU time of a process, user and system, in seconds (Linux). */
export async function processSeconds(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const ticks = Number(fields[11]) + Number(fields[12])
  return ticks / 100
}

/** CPU time of its terminated descendants in seconds, for example decoders (Linux). */
export async function childSeconds(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[13]) + Number(fields[14])) / 100
}

/** Resident memory of a process in megabytes (Linux). */
export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

/** Peak memory of a process in megabytes (Linux). */
export async function peakMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}
