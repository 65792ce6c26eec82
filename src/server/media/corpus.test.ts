import { execFileSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { outputsIn } from '#server/media/analyse-upload.ts'
import { decoderCommand, runMediaChild, type ChildAnswer } from '#server/media/media-process.ts'
import { oddCopies, WHOLE_SECONDS } from '../../../fixtures/audio/odd-copies.ts'
import type { OddFile } from '../../../fixtures/audio/odd-file.ts'
import { oddRecordings } from '../../../fixtures/audio/odd-recordings.ts'
import { oddScripts } from '../../../fixtures/audio/odd-scripts.ts'
import { buildWasm } from '../../../scripts/build-wasm.ts'

const folder = mkdtempSync(join(tmpdir(), 'roughmix-corpus-'))
const outcomes = new Map<string, ChildAnswer | Error>()
const visits: string[] = []
/** Output files left by refused uploads. */
const remains: string[] = []
const tcp = createServer((socket) => {
  visits.push('tcp')
  socket.destroy()
})
const udp = createSocket('udp4', () => visits.push('udp'))

buildWasm()
mkdirSync(join(folder, 'whole'))
execFileSync(process.execPath, [
  fileURLToPath(new URL('../../../fixtures/audio/encode.ts', import.meta.url)),
  join(folder, 'whole'),
  String(WHOLE_SECONDS),
])
const port = await new Promise<number>((resolve) =>
  tcp.listen(0, '127.0.0.1', () => resolve(Number(Reflect.get(tcp.address() ?? {}, 'port')))),
)
await new Promise<void>((resolve) => udp.bind(port, '127.0.0.1', resolve))
const scripts = oddScripts({ file: join(folder, 'whole', 's16.wav'), port })
const corpus: readonly OddFile[] = [
  ...scripts,
  ...oddRecordings(),
  ...oddCopies((name) => readFileSync(join(folder, 'whole', name))),
]

beforeAll(async () => {
  const waiting = corpus.entries()
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, () => analyseRest(waiting)))
}, 900_000)

afterAll(() => {
  tcp.close()
  udp.close()
  rmSync(folder, { recursive: true, force: true })
})

/**
 * Like an upload, but with network access: only the decoder's list of protocols must prevent a script from using it.
 */
async function analyseRest(waiting: Iterator<[number, OddFile]>): Promise<void> {
  const { value, done } = waiting.next()
  if (done) return
  const [number, { name, bytes }] = value
  const made = join(folder, String(number))
  mkdirSync(made)
  const path = join(made, name)
  writeFileSync(path, bytes)
  const run = (plan: 'reuse' | 'encode') =>
    runMediaChild({
      path,
      outputs: outputsIn(made),
      command: decoderCommand(plan),
      maxOutputBytes: 2 ** 30,
      unshare: false,
    })
  const first = await run('reuse').catch((error: Error) => error)
  const outcome = first === 'encode-instead' ? await run('encode').catch((error: Error) => error) : first
  outcomes.set(name, outcome)
  if (outcome instanceof Error || outcome === 'encode-instead' || !outcome.ok)
    remains.push(...readdirSync(made).filter((left) => left !== name))
  rmSync(made, { recursive: true })
  await analyseRest(waiting)
}

/** The verdict, or the facts that the corpus specifies. */
function becameOf({ name, becomes }: OddFile): unknown {
  const outcome = outcomes.get(name)
  if (outcome === undefined || outcome === 'encode-instead' || outcome instanceof Error) return outcome
  if (!outcome.ok) return outcome.verdict
  if ('made' in outcome) return outcome
  const { format, findings } = outcome.report
  const near =
    typeof becomes === 'object' &&
    Math.abs(format.durationSeconds - becomes.seconds) <= (becomes.toleranceSeconds ?? 1e-9)
  return {
    ...(typeof becomes === 'object' ? becomes : {}),
    container: format.container,
    seconds: near ? becomes.seconds : format.durationSeconds,
    findings: findings.map(({ kind }) => kind).sort(),
    ...(typeof becomes === 'object' && becomes.channels !== undefined && { channels: format.channels }),
    ...(typeof becomes === 'object' && becomes.sampleRate !== undefined && { sampleRate: format.sampleRate }),
  }
}

describe('an upload', () => {
  test.each(corpus.map((file) => [file.name, file] as const))('%s', (_, file) => {
    const { becomes } = file
    expect(becameOf(file)).toEqual(
      typeof becomes === 'string' ? becomes : { ...becomes, findings: becomes.findings.toSorted() },
    )
  })
})

test('no two files of the corpus share a name', () => {
  expect(new Set(corpus.map(({ name }) => name)).size).toBe(corpus.length)
})

test('ten hours of silence are about a megabyte', () => {
  const size = corpus.find(({ name }) => name === 'ten hours of silence.flac')?.bytes.length ?? 0
  expect(Math.abs(size - 1.1e6)).toBeLessThan(0.1e6)
})

test('of what is refused nothing is kept', () => {
  expect(remains).toEqual([])
})

test('nobody knocked where the scripts point to', () => {
  expect(visits).toEqual([])
})
