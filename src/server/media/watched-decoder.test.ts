import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { TRACED, watchedProcesses } from '#testing/watched-calls.ts'
import { oddRecordings } from '../../../fixtures/audio/odd-recordings.ts'
import { oddScripts } from '../../../fixtures/audio/odd-scripts.ts'
import { buildWasm } from '../../../scripts/build-wasm.ts'
import { findStrace } from '../../../scripts/find-strace.ts'

// Observed from outside: what counts is what the decoder asks of the kernel, not what it reports.

const found = findStrace({ install: false })
const strace = 'path' in found ? found.path : undefined
const folder = mkdtempSync(join(tmpdir(), 'roughmix-watched-'))
const STARTED = '{\\"type\\":\\"started\\"}'

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The system calls of the processes that ran `program`. */
async function watch(program: string, args: readonly string[]) {
  const log = join(mkdtempSync(join(folder, 'log-')), 'strace')
  const run = spawn(
    strace ?? '',
    [
      '-f',
      '--seccomp-bpf',
      '-qq',
      '-s',
      '256',
      '-e',
      'signal=none',
      '-e',
      TRACED,
      '-o',
      log,
      process.execPath,
      ...args,
    ],
    { stdio: ['ignore', 'pipe', 'inherit', 'ignore', 'pipe'] },
  )
  if (!run.stdout) throw new Error('strace has no output')
  const [output] = await Promise.all([text(run.stdout), once(run, 'close')])
  return {
    processes: watchedProcesses(readFileSync(log, 'utf8'), program, STARTED),
    lines: output.split('\n').filter((line) => line !== ''),
  }
}

test.skipIf(!strace)(
  'the decoder of a hostile upload opens no other file, makes no connection and starts no program',
  async () => {
    buildWasm()
    const secret = join(folder, 'secret.wav')
    const polyglots = oddRecordings().filter(
      ({ name, bytes }) => /zip|page|script|wav in a wav|4 GB/.test(name) && bytes.length < 1e6,
    )
    const hostile = [...oddScripts({ file: secret, port: 9 }), ...polyglots]
    writeFileSync(secret, polyglots[0]?.bytes ?? '')
    mkdirSync(join(folder, 'uploads'))
    const paths = hostile.map(({ name, bytes }) => {
      const path = join(folder, 'uploads', name)
      writeFileSync(path, bytes)
      return path
    })
    const program = fileURLToPath(new URL('analyse-files.ts', import.meta.url))
    const half = Math.ceil(paths.length / 2)
    const runs = await Promise.all(
      [paths.slice(0, half), paths.slice(half)].map((some) => watch('media-child', [program, ...some])),
    )
    const processes = runs.flatMap((run) => run.processes)
    expect(runs.flatMap((run) => run.lines)).toHaveLength(hostile.length)
    expect(processes).toHaveLength(hostile.length)
    expect(processes.flatMap(({ calls }) => calls)).toEqual([])
  },
  240_000,
)

test.skipIf(!strace)('the watch sees a decoder that strays', async () => {
  const script = `
    const fs = require('node:fs')
    fs.writeSync(4, '{"type":"started"}')
    try { fs.readFileSync('/nowhere/secret.wav') } catch {}
    new Worker('require("node:fs").existsSync("/nowhere/by-a-thread")', { eval: true })
    const { spawnSync } = require('node:child_process')
    require('node:net').connect(9, '127.0.0.1').on('error', () => spawnSync('/nowhere/program'))
  `
  const { processes } = await watch('stray-decoder', [
    '-e',
    `const { Worker } = require('node:worker_threads'); ${script}`,
    'stray-decoder',
  ])
  const calls = processes.flatMap((stray) => stray.calls).join('\n')
  for (const seen of [
    /open.*\/nowhere\/secret\.wav/,
    /\/nowhere\/by-a-thread/,
    /connect\(.*htons\(9\)/,
    /execve\("\/nowhere\/program"/,
  ])
    expect(calls).toMatch(seen)
})
