import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { analyse, outputsIn } from '#server/media/analyse-upload.ts'
import { compareVersions } from '#server/media/compare-versions.ts'
import { runMeasureChild } from '#server/media/measure-process.ts'
import { buildWasm } from '../../../scripts/build-wasm.ts'

const folder = mkdtempSync(join(tmpdir(), 'roughmix-compare-'))
const NAMES = ['s24.wav', 's24.flac', 'lame.mp3', 'opus.ogg', 'aac.m4a']

beforeAll(async () => {
  buildWasm()
  execFileSync(process.execPath, [
    fileURLToPath(new URL('../../../fixtures/audio/encode.ts', import.meta.url)),
    folder,
    '16',
    ...NAMES,
  ])
  for (const name of NAMES) {
    mkdirSync(made(name))
    await analyse({ path: join(folder, name), outputs: outputsIn(made(name)) })
  }
}, 180_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const made = (name: string) => join(folder, `${name}.made`)
const files = (name: string) => ({ sound: join(folder, name), grid: join(made(name), 'energy.rmen') })

async function compared(a: string, b: string) {
  const outcome = await compareVersions({ a: files(a), b: files(b) })
  if (!outcome.ok) throw new Error(outcome.detail)
  return outcome.result
}

describe('a copy of a mix', () => {
  test.each(['lame.mp3', 'opus.ogg', 'aac.m4a'])('as %s is aligned and has no changes', async (copy) => {
    const { alignment, gain, changes, identicalAudio } = await compared('s24.wav', copy)
    expect(Math.abs(alignment?.offsetFrames ?? 999)).toBeLessThanOrEqual(1)
    expect(Math.abs(gain ?? 99)).toBeLessThan(0.5)
    expect([changes, identicalAudio]).toEqual([[], false])
  })

  test('as FLAC is identical audio', async () => {
    expect(await compared('s24.wav', 's24.flac')).toMatchObject({
      identicalAudio: true,
      alignment: { offsetFrames: 0 },
      gain: 0,
      residual: -120,
      changes: [],
    })
  })
})

describe('the child that compares', () => {
  test('answers what is no sound with a verdict', async () => {
    const text = join(folder, 'text.wav')
    writeFileSync(text, 'no sound in here')
    expect(
      await compareVersions({ a: files('s24.wav'), b: { sound: text, grid: files('s24.wav').grid } }),
    ).toMatchObject({ ok: false, verdict: 'damaged' })
  })

  test('that dies over a file ends as a verdict', async () => {
    const command = {
      file: process.execPath,
      arguments: [
        '-e',
        `const words = Buffer.from('{"type":"started"}'); const head = Buffer.alloc(13); ` +
          'head.writeUInt32LE(words.length, 1); ' +
          `require('fs').writeSync(4, Buffer.concat([head, words])); process.abort()`,
      ],
    }
    expect(
      await runMeasureChild({ task: { task: 'compare' }, paths: [files('s24.wav').sound], command }),
    ).toMatchObject({ ok: false, verdict: 'damaged', detail: expect.stringContaining('SIGABRT') })
  })

  test('that answers something else than it was asked is not believed', async () => {
    const command = {
      file: process.execPath,
      arguments: [
        '-e',
        `const words = Buffer.from('{"type":"report"}'); const head = Buffer.alloc(13); ` +
          `head.writeUInt32LE(words.length, 1); require('fs').writeSync(4, Buffer.concat([head, words]))`,
      ],
    }
    expect(
      await runMeasureChild({ task: { task: 'compare' }, paths: [files('s24.wav').sound], command }),
    ).toMatchObject({ ok: false, detail: expect.stringContaining('nonsense') })
  })

  test('stops when nobody wants it any more', async () => {
    const gone = new AbortController()
    const comparing = compareVersions({ a: files('s24.wav'), b: files('lame.mp3') }, { signal: gone.signal })
    gone.abort(new Error('gone'))
    await expect(comparing).rejects.toThrow('gone')
  })
})
