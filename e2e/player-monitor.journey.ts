import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Loudness } from '#audio/analysis-report.ts'
import { wavHeader } from '#audio/wav-file.ts'
import { analyse, outputsIn } from '#server/media/analyse-upload.ts'
import { buildWasm } from '../scripts/build-wasm.ts'
import { capturedSound, findSound, forgetSound, largestError } from './capture.ts'
import { makeFlac, noise } from './flac-fixture.ts'
import type { Harness } from './player-harness/harness.ts'
import { heard, load, openStage, type PlayerStage, putFlac, putPcm } from './player-page.ts'

declare const harness: Harness

const RATE = 48_000
let stage: PlayerStage
const folder = mkdtempSync(join(tmpdir(), 'player-monitor-'))

beforeAll(async () => {
  buildWasm()
  stage = await openStage()
})
afterAll(async () => {
  await stage.close()
  rmSync(folder, { recursive: true, force: true })
})

async function lastSound(page: Page): Promise<readonly Float32Array[]> {
  return (await capturedSound(page)).at(-1)?.planes ?? []
}

/** Loud and quiet, together and apart, with peaks that lie between the samples. */
function music(seconds: number): readonly Float32Array[] {
  const [hiss = new Float64Array()] = noise(seconds * RATE, 1, 4)
  return [0, 1].map((channel) =>
    Float32Array.from({ length: seconds * RATE }, (_, i) => {
      const time = i / RATE
      const swell = time % 1.3 < 0.2 ? 0.9 : 0.15 + 0.1 * Math.sin(time)
      return (
        swell *
        (0.6 * Math.sin(2 * Math.PI * (110 + channel) * time) +
          0.3 * Math.sin((Math.PI / 2) * i + 0.7) +
          0.1 * (hiss[i] ?? 0))
      )
    }),
  )
}

/** What the server says about the same samples. */
async function serverFigures(planes: readonly Float32Array[]): Promise<Loudness> {
  const [left = new Float32Array(), right = left] = planes
  const path = join(folder, 'music.wav')
  const samples = new Float32Array(left.length * 2)
  left.forEach((sample, i) => samples.set([sample, right[i] ?? 0], i * 2))
  writeFileSync(
    path,
    Buffer.concat([
      wavHeader({ sampleRate: RATE, channels: 2, encoding: 'f32', totalFrames: left.length }),
      new Uint8Array(samples.buffer),
    ]),
  )
  mkdirSync(join(folder, 'made'), { recursive: true })
  const outcome = await analyse({ path, outputs: outputsIn(join(folder, 'made')) })
  if (!outcome.ok) throw new Error(outcome.detail)
  return outcome.report.loudness
}

test('the meters agree with what the server measured', async () => {
  const planes = music(7)
  await stage.listen(async (page) => {
    await load(page, putPcm(stage.server, 'metered', planes, RATE))
    await page.evaluate(() => {
      harness.player.setVolume(-20)
      const shown = { last: null as unknown }
      Object.assign(globalThis, { shown })
      harness.player.meter.watch((reading) => {
        if (reading) shown.last = reading
      })
    })
    await page.click('#play')
    await page.waitForFunction(() => harness.ended.length > 0)
    const meter = await page.evaluate(
      () =>
        (
          globalThis as unknown as {
            shown: { last: { momentaryMax: number; shortTermMax: number; truePeakMax: number } }
          }
        ).shown.last,
    )
    const server = await serverFigures(planes)
    expect(Math.abs(meter.momentaryMax - (server.momentaryMax ?? 0))).toBeLessThan(0.1)
    expect(Math.abs(meter.shortTermMax - (server.shortTermMax ?? 0))).toBeLessThan(0.1)
    expect(Math.abs(meter.truePeakMax - (server.truePeak ?? 0))).toBeLessThan(0.1)
  })
})

test('at three-quarter speed a tone keeps its pitch and the clock its time; later every sample is exact', async () => {
  const tone = [0, 1].map(() =>
    Float32Array.from({ length: RATE * 30 }, (_, i) => 0.4 * Math.sin((2 * Math.PI * 330 * i) / RATE)),
  )
  const sound = makeFlac(noise(RATE * 10, 2, 8), RATE, 24)
  await stage.listen(async (page) => {
    await load(page, putPcm(stage.server, 'tone', tone, RATE))
    await page.evaluate(() => harness.player.setSpeed(0.75))
    await page.click('#play')
    await heard(page, 0.5)
    await forgetSound(page)
    const began = await page.evaluate(() => [harness.player.position(), performance.now()] as const)
    await heard(page, 3)
    const took = await page.evaluate(
      ([position, now]) => [harness.player.position() - position, (performance.now() - now) / 1000] as const,
      began,
    )
    expect(took[0] / took[1]).toBeGreaterThan(0.73)
    expect(took[0] / took[1]).toBeLessThan(0.77)
    const [left = new Float32Array()] = await lastSound(page)
    expect(Math.abs(pitchOf(left.subarray(0, 2 * RATE)) / 330 - 1)).toBeLessThan(0.005)
    expect(await page.evaluate(() => harness.player.snapshot().proof.reasons)).toContainEqual({
      kind: 'speed',
      speed: 0.75,
    })
    await load(page, putFlac(stage.server, 'after', sound))
    await page.evaluate(() => harness.player.setSpeed(1))
    await page.waitForFunction(() => harness.player.snapshot().phase === 'paused')
    await forgetSound(page)
    await page.click('#play')
    await heard(page, 1.5)
    const [again = new Float32Array()] = await lastSound(page)
    const [plane = new Float32Array()] = sound.planes
    const start = findSound(again, plane.subarray(RATE / 2, RATE / 2 + 64))
    expect(largestError(again.subarray(start, start + RATE / 2), plane.subarray(RATE / 2, RATE))).toBeLessThan(1e-6)
  })
})

function pitchOf(sound: Float32Array): number {
  const crossings: number[] = []
  for (let i = 1; i < sound.length; i++)
    if ((sound[i - 1] ?? 0) < 0 && (sound[i] ?? 0) >= 0)
      crossings.push(i - (sound[i] ?? 0) / ((sound[i] ?? 0) - (sound[i - 1] ?? 0)))
  return ((crossings.length - 1) * RATE) / ((crossings.at(-1) ?? 0) - (crossings[0] ?? 0))
}

test('a jump at three-quarter speed is over within 30 ms, and nothing of the old place comes after it', async () => {
  const tones = [0, 1].map(() =>
    Float32Array.from(
      { length: RATE * 20 },
      (_, i) => 0.4 * Math.sin((2 * Math.PI * (i < RATE * 10 ? 100 : 1000) * i) / RATE),
    ),
  )
  await stage.listen(async (page) => {
    await load(page, putPcm(stage.server, 'two tones', tones, RATE))
    await page.evaluate(() => harness.player.setSpeed(0.75))
    await page.click('#play')
    await heard(page, 1)
    await forgetSound(page)
    await page.evaluate(() => harness.player.seek(12))
    await heard(page, 12.5)
    const [left = new Float32Array()] = await lastSound(page)
    const PERIOD = RATE / 1000
    /**
     * The loudest of each tone in 2 ms: the high one goes out of a mean over its period, and a step of one period is
     * all that is left of the low one.
     */
    const loudest = (at: number, of: (i: number) => number) =>
      Math.max(...Array.from({ length: PERIOD * 2 }, (_, i) => Math.abs(of(at + i))))
    const low = (i: number) => left.subarray(i, i + PERIOD).reduce((sum, sample) => sum + sample, 0) / PERIOD
    const [lowAt, highAt]: number[][] = [[], []]
    for (let at = 0; at + PERIOD * 4 < left.length; at += PERIOD) {
      if (loudest(at, low) > 0.1) lowAt?.push(at)
      if (loudest(at, (i) => (left[i] ?? 0) - low(i - PERIOD / 2)) > 0.3) highAt?.push(at)
    }
    const [goes, comes] = [lowAt?.at(-1) ?? 0, highAt?.[0] ?? 0]
    expect(Math.abs(comes - goes)).toBeLessThan(0.03 * RATE)
  })
})

test('the side is what the channels do not share, exactly, and stereo afterwards is whole again', async () => {
  const fixture = makeFlac(noise(RATE * 10, 2, 12), RATE, 24)
  const [left = new Float32Array(), right = new Float32Array()] = fixture.planes
  await stage.listen(async (page) => {
    await load(page, putFlac(stage.server, 'sides', fixture))
    await page.evaluate(() => harness.player.setMonitoring({ mode: 'side' }))
    await page.click('#play')
    await heard(page, 1)
    const side = left.map((sample, i) => (sample - (right[i] ?? 0)) / 2)
    const [heardLeft = new Float32Array(), heardRight = new Float32Array()] = await lastSound(page)
    const start = findSound(heardLeft, side.subarray(4800, 4864))
    expect(start).toBeGreaterThan(-1)
    for (const plane of [heardLeft, heardRight])
      expect(largestError(plane.subarray(start, start + 9600), side.subarray(4800, 14_400))).toBeLessThan(1e-6)
    expect(await page.evaluate(() => harness.player.snapshot().proof.reasons)).toContainEqual({
      kind: 'listen-mode',
      mode: 'side',
    })
    await forgetSound(page)
    await page.evaluate(() => harness.player.setMonitoring({ mode: 'stereo' }))
    await page.evaluate(() => harness.player.seek(5))
    await heard(page, 5.6)
    const [again = new Float32Array()] = await lastSound(page)
    const whole = findSound(again, left.subarray(5.1 * RATE, 5.1 * RATE + 64))
    expect(largestError(again.subarray(whole, whole + 9600), left.subarray(5.1 * RATE, 5.1 * RATE + 9600))).toBe(0)
  })
})

test('six channels are folded down for a stereo device, or it gets the front pair untouched by choice', async () => {
  const planes = Array.from({ length: 6 }, (_, channel) =>
    Float32Array.from(
      { length: RATE * 6 },
      (_, i) => ((Math.imul(i + 1, 40_503 + channel * 2) >>> 8) % 20_011) / 50_000,
    ),
  )
  await stage.listen(async (page) => {
    await load(page, putPcm(stage.server, 'surround', planes, RATE))
    await page.evaluate(() => harness.player.setMonitoring({ foldsDown: false }))
    await page.click('#play')
    await heard(page, 1)
    const [front = new Float32Array()] = planes
    const [left = new Float32Array()] = await lastSound(page)
    const start = findSound(left, front.subarray(9600, 9664))
    expect(largestError(left.subarray(start, start + 9600), front.subarray(9600, 19_200))).toBe(0)
    expect(await page.evaluate(() => harness.player.snapshot().proof.reasons)).toContainEqual({
      kind: 'first-channels',
      from: 6,
      to: 2,
    })
    await forgetSound(page)
    await page.evaluate(() => harness.player.setMonitoring({ foldsDown: null }))
    await page.evaluate(() => harness.player.seek(3))
    await heard(page, 3.6)
    const folded = front.map((sample, i) => sample + Math.SQRT1_2 * ((planes[2]?.[i] ?? 0) + (planes[4]?.[i] ?? 0)))
    const [after = new Float32Array()] = await lastSound(page)
    const at = findSound(after, folded.subarray(3.2 * RATE, 3.2 * RATE + 64))
    expect(at).toBeGreaterThan(-1)
    expect(largestError(after.subarray(at, at + 9600), folded.subarray(3.2 * RATE, 3.2 * RATE + 9600))).toBeLessThan(
      1e-6,
    )
    expect(await page.evaluate(() => harness.player.snapshot().proof.reasons)).toContainEqual({
      kind: 'folded-down',
      from: 6,
      to: 2,
    })
  })
})
