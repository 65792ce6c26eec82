import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { wavHeader, wavSamples } from '#audio/wav-file.ts'
import { analyse } from '#server/media/analyse-upload.ts'
import { CLEAN_MASTERS } from '../../../fixtures/findings/clean-masters.ts'
import { PLANTED_FAULTS } from '../../../fixtures/findings/planted-faults.ts'
import type { TestSound } from '../../../fixtures/findings/sound-tools.ts'

// A small part of `npm run bench -- truth-findings`.
const folder = mkdtempSync(join(tmpdir(), 'roughmix-planted-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each([
  'pop with a converter’s filter, 24/44.1',
  'plucked strings with pauses',
  'electronic, square waves',
  'a sine of 50 Hz at full scale, 16 bit',
])('nothing is certain in a clean recording, and what may be meant is a notice: %s', async (name) => {
  const found = (await findingsIn(madeOf(name))).filter(({ kind }) => kind !== 'mono')
  expect(found.filter(({ unsure, severity }) => !unsure || severity !== 'notice')).toEqual([])
})

test.each([
  ['left 3 dB down', 'pop with a converter’s filter, 24/44.1'],
  ['drop-out of 50 ms', 'plucked strings with pauses'],
  ['five clicks of one sample', 'plucked strings with pauses'],
  ['hum of 50 Hz', 'plucked strings with pauses'],
  ['clipped, then 0.3 dB down', 'pop with a converter’s filter, 24/44.1'],
  ['16 bits in 24', 'plucked strings with pauses'],
  ['upsampled to 48 kHz', 'pop with a converter’s filter, 24/44.1'],
  ['ends in the middle', 'plucked strings with pauses'],
])('a planted fault is found: %s, in %s', async (fault, base) => {
  const { kind, plant } = PLANTED_FAULTS[fault] ?? { kind: 'silent', plant: (sound: TestSound) => sound }
  const sound = plant(madeOf(base))
  const found = (await findingsIn(sound)).find((finding) => finding.kind === kind)
  expect(found).toBeDefined()
  expect(found?.at ?? 0).toBeCloseTo(sound.faultAt ?? found?.at ?? 0, 2)
})

test('an RF64 that claims more bytes than any disk holds ends too early', async () => {
  const samples = [new Float32Array(48_000).map((_, i) => Math.sin(i / 20) / 2)]
  const header = wavHeader({ sampleRate: 48_000, channels: 1, encoding: 's24', totalFrames: 2 ** 34 })
  new DataView(header.buffer).setBigUint64(28, 2n ** 60n, true)
  const path = join(folder, 'lies.wav')
  writeFileSync(path, Buffer.concat([header, wavSamples(samples, 's24')]))
  const outcome = await analyse({ path, outputs: null })
  expect(outcome.ok && outcome.report.findings[0]).toMatchObject({ kind: 'truncated', value: null, at: 1 })
})

function madeOf(name: string): TestSound {
  const make = CLEAN_MASTERS[name]
  if (!make) throw new Error(`no recording is called ${name}`)
  return make()
}

async function findingsIn({ sampleRate, encoding, samples }: TestSound) {
  const path = join(folder, 'sound.wav')
  const totalFrames = samples[0]?.length ?? 0
  const header = wavHeader({ sampleRate, channels: samples.length, encoding, totalFrames })
  writeFileSync(path, Buffer.concat([header, wavSamples(samples, encoding)]))
  const outcome = await analyse({ path, outputs: null })
  if (!outcome.ok) throw new Error(outcome.detail)
  return outcome.report.findings
}
