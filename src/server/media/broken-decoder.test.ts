import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { analyse, outputsIn } from '#server/media/analyse-upload.ts'
import { decoderCommand, MediaEngineError, runMediaChild } from '#server/media/media-process.ts'
import { canUnshare } from '#server/media/sandbox.ts'
import { buildWasm } from '../../../scripts/build-wasm.ts'

const folder = mkdtempSync(join(tmpdir(), 'roughmix-broken-'))
const path = join(folder, 'upload.wav')
writeFileSync(path, 'RIFF')

beforeAll(() => {
  buildWasm()
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A decoder that runs this script instead. `say` sends a message, `file` bytes of an output. */
function decoder(script: string) {
  const prelude = `
    const { writeSync } = require('node:fs')
    const send = (kind, position, bytes) => {
      const head = Buffer.alloc(13)
      head.writeUInt8(kind, 0)
      head.writeUInt32LE(bytes.length, 1)
      head.writeDoubleLE(position, 5)
      writeSync(4, head)
      if (bytes.length) writeSync(4, bytes)
    }
    const say = (words) => send(0, 0, Buffer.from(JSON.stringify(words)))
    const file = (position, bytes) => send(1, position, bytes)
  `
  return { file: process.execPath, arguments: ['-e', `${prelude}\n${script}`] }
}

async function analysedBy(script: string) {
  const made = mkdtempSync(join(folder, 'made-'))
  const outcome = await analyse({ path, outputs: outputsIn(made), command: () => decoder(script) })
  return { ...outcome, files: readdirSync(made) }
}

const started = `say({ type: 'started' }); say({ type: 'opened', declaredSeconds: 10 });`

describe('a decoder that', () => {
  test.each([
    ['crashes', `process.kill(process.pid, 'SIGSEGV')`, 'damaged', /SIGSEGV/],
    ['aborts', `process.abort()`, 'damaged', /SIGABRT/],
    ['throws', `throw new Error('beyond the last frame')`, 'damaged', /beyond the last frame/],
    ['ends without a word', `process.exit(0)`, 'damaged', /code 0/],
    ['runs out of memory', `const all = []; for (;;) all.push(Buffer.alloc(2e8, 1))`, 'too-heavy', /allocate/],
    [
      'writes a megabyte of complaints',
      `process.stderr.write('x'.repeat(1e6)); process.exitCode = 3`,
      'damaged',
      /code 3/,
    ],
    ['speaks no JSON', `send(0, 0, Buffer.from('RIFF'))`, 'damaged', /nonsense/],
    ['says what was not agreed', `say({ type: 'report', report: { format: 'loud' } })`, 'damaged', /nonsense/],
    ['sends a message of another kind', `send(9, 0, Buffer.from('x'))`, 'damaged', /nonsense/],
    [
      'announces four gigabytes',
      `const head = Buffer.alloc(13, 255); head[0] = 1; writeSync(4, head)`,
      'damaged',
      /nonsense/,
    ],
    ['writes in front of a file', `file(-5, Buffer.from('x'))`, 'damaged', /nonsense/],
    ['writes a terabyte into a file', `file(2 ** 40, Buffer.from('x'))`, 'damaged', /nonsense/],
    [
      'stops in the middle of a message',
      `const head = Buffer.alloc(13); head.writeUInt32LE(100, 1); writeSync(4, head)`,
      'damaged',
      /nonsense/,
    ],
  ])('%s', async (_, script, verdict, detail) => {
    const outcome = await analysedBy(`${started} file(0, Buffer.from('fLaC')); ${script}`)
    expect(outcome).toMatchObject({ ok: false, verdict, files: [] })
    expect(!outcome.ok && outcome.detail).toMatch(detail)
  })

  test('never comes to an end is stopped', async () => {
    const outcome = await runMediaChild({
      path,
      outputs: null,
      command: decoder(`say({ type: 'started' }); for (;;) {}`),
      maxOutputBytes: 1000,
      baseTimeoutMs: 600,
    })
    expect(outcome).toMatchObject({ ok: false, verdict: 'too-heavy', detail: 'took longer than 1 s' })
  })

  test('tries to write a file by itself cannot', async () => {
    const outcome = await analysedBy(
      `${started} require('node:fs').writeFileSync(${JSON.stringify(join(folder, 'own'))}, 'x'.repeat(10))`,
    )
    expect(outcome).toMatchObject({ ok: false, verdict: 'damaged' })
  })

  test('gives a verdict is believed', async () => {
    expect(
      await analysedBy(`${started} say({ type: 'verdict', verdict: 'no-samples', detail: 'nothing' })`),
    ).toMatchObject({ ok: false, verdict: 'no-samples', detail: 'nothing' })
  })

  test('asks for the other way twice is not asked a third time', async () => {
    expect(await analysedBy(`${started} say({ type: 'encode-instead' })`)).toMatchObject({
      ok: false,
      verdict: 'damaged',
    })
  })

  test('does not even start is no fault of the file', async () => {
    await expect(analysedBy(`process.exit(7)`)).rejects.toThrow(MediaEngineError)
    await expect(
      analyse({ path, outputs: null, command: () => ({ file: '/nowhere/decoder', arguments: [] }) }),
    ).rejects.toThrow(MediaEngineError)
  })
})

test('an analysis that nobody waits for any more ends at once', async () => {
  const interest = new AbortController()
  const run = analyse({
    path,
    outputs: null,
    signal: interest.signal,
    command: () => decoder(`${started} for (;;) {}`),
    onProgress: () => {},
  })
  setTimeout(() => interest.abort(new Error('the track was deleted')), 200)
  await expect(run).rejects.toThrow('the track was deleted')
})

test('outputs that cannot be written are no fault of the file', async () => {
  const nowhere = outputsIn(join(folder, 'nowhere'))
  await expect(
    analyse({ path, outputs: nowhere, command: () => decoder(`${started} file(0, Buffer.from('fLaC'))`) }),
  ).rejects.toThrow(/ENOENT/)
})

test.skipIf(!(await canUnshare()))('a decoder sees no network where the kernel lets us take it away', async () => {
  const script =
    `say({ type: 'verdict', verdict: 'unsupported', detail: ` +
    `Object.keys(require('node:os').networkInterfaces()).join() || 'alone' })`
  const outcome = await runMediaChild({ path, outputs: null, command: decoder(script), maxOutputBytes: 1000 })
  expect(outcome).toMatchObject({ verdict: 'unsupported', detail: 'alone' })
})

test('a decoder runs also where the kernel does not let us', async () => {
  const outcome = await runMediaChild({
    path,
    outputs: null,
    command: decoderCommand('none'),
    maxOutputBytes: 1000,
    unshare: false,
  })
  expect(outcome).toMatchObject({ ok: false, verdict: 'not-audio' })
})

test('an upload that is gone rejects', async () => {
  await expect(analyse({ path: join(folder, 'gone.wav'), outputs: null })).rejects.toThrow(/ENOENT/)
})
