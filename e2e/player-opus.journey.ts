import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wavHeader, wavSamples } from '#audio/wav-file.ts'
import { makeRendition } from '#server/media/make-rendition.ts'
import { onSlowLine } from '#web/player/read/playable.ts'
import { capturedSound, forgetSound } from './capture.ts'
import { makeFlac, noise } from './flac-fixture.ts'
import type { Harness } from './player-harness/harness.ts'
import { heard, load, openStage, type PlayableForPage, type PlayerStage, putFlac } from './player-page.ts'
import { slowLine } from './slow-line.ts'

declare const harness: Harness

const OPUS_RATE = 48_000
let stage: PlayerStage
const folder = mkdtempSync(join(tmpdir(), 'player-opus-'))

/** A chord that no two moments have in common. */
function chord(at: number): number {
  let sum = 0
  for (let voice = 1; voice <= 12; voice++)
    sum += Math.sin(2 * Math.PI * (80 + 37.3 * voice * voice) * 0.75 * at + voice * voice)
  return sum / 30
}

beforeAll(async () => {
  stage = await openStage()
})
afterAll(async () => {
  await stage.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The chord at some rate as the server makes Opus of it; the original stands beside it as FLAC. */
async function putOpus(name: string, sampleRate: number, seconds: number): Promise<PlayableForPage> {
  const totalFrames = sampleRate * seconds
  const plane = Float32Array.from({ length: totalFrames }, (_, i) => chord(i / sampleRate))
  const path = join(folder, `${name}.wav`)
  writeFileSync(
    path,
    Buffer.concat([
      wavHeader({ sampleRate, channels: 2, encoding: 's24', totalFrames }),
      wavSamples([plane, plane], 's24'),
    ]),
  )
  const made = join(folder, name)
  mkdirSync(made)
  const outcome = await makeRendition({
    path,
    spec: { kind: 'opus' },
    outputs: { rendition: join(made, 'body'), frameIndex: join(made, 'index') },
  })
  expect(outcome.ok).toBe(true)
  stage.server.put(`${name}.packets`, readFileSync(join(made, 'body')))
  stage.server.put(`${name}.oidx`, readFileSync(join(made, 'index')))
  const original = putFlac(stage.server, name, makeFlac(noise(totalFrames, 2), sampleRate, 24))
  return { ...original, opus: { stream: `/files/${name}.packets`, index: `/files/${name}.oidx` } }
}

/** By how many frames what is heard comes late against the chord from `seconds` on. */
function lagOf(heard: Float32Array, seconds: number): number {
  let best = { lag: Number.NaN, likeness: -Infinity }
  for (let lag = -200; lag <= 200; lag++) {
    let likeness = 0
    for (let i = 1000; i < 6000; i++) likeness += (heard[i] ?? 0) * chord(seconds + (i - lag) / OPUS_RATE)
    if (likeness > best.likeness) best = { lag, likeness }
  }
  return best.lag
}

test('Opus of a 44.1 kHz original lies on it to the sample, from the start and after every jump', async () => {
  const slow = onSlowLine(await putOpus('exact', 44_100, 32))
  if (!slow) throw new Error('no Opus')
  await stage.listen(async (page) => {
    await load(page, slow)
    await page.click('#play')
    await heard(page, 1)
    expect(lagOf(await soundOf(page), 0)).toBe(0)
    for (const seconds of [12.345, 3, 30.0001, 0.25]) {
      await page.evaluate(() => harness.player.pause())
      await untilSilent(page)
      await page.evaluate((seconds) => harness.player.seek(seconds), seconds)
      await forgetSound(page)
      await page.click('#play')
      await heard(page, seconds + 0.8)
      expect(lagOf(await soundOf(page), Math.round(seconds * OPUS_RATE) / OPUS_RATE)).toBe(0)
    }
    expect(await page.evaluate(() => harness.player.snapshot().proof.reasons)).toContainEqual({ kind: 'slow-line' })
  })
})

test('without WebCodecs it lies there as well, piece by piece through the page’s own decoder', async () => {
  const slow = onSlowLine(await putOpus('pieces', 44_100, 12))
  if (!slow) throw new Error('no Opus')
  await stage.listen(async (page) => {
    await load(page, slow)
    await page.click('#play')
    await heard(page, 4)
    const sound = await soundOf(page)
    expect([0, 1.5, 2.5, 3.5].map((at) => lagOf(sound.subarray(at * OPUS_RATE), at))).toEqual([0, 0, 0, 0])
    await page.evaluate(() => harness.player.pause())
    await untilSilent(page)
    await page.evaluate(() => harness.player.seek(6.789))
    await forgetSound(page)
    await page.click('#play')
    await heard(page, 7.6)
    expect(lagOf(await soundOf(page), Math.round(6.789 * OPUS_RATE) / OPUS_RATE)).toBe(0)
    const { decoder, proof } = await page.evaluate(() => harness.player.snapshot())
    expect([decoder, proof.reasons.map(({ kind }) => kind)]).toEqual([
      'unproven-decode-audio-data',
      expect.arrayContaining(['slow-line']),
    ])
    expect(await page.evaluate(() => localStorage.getItem('roughmix.decoders'))).toBeNull()
  }, '?fallback')
})

test('what this browser’s decoders can do is found out once', async () => {
  const slow = onSlowLine(await putOpus('found', 48_000, 2))
  if (!slow) throw new Error('no Opus')
  const page = await stage.openPage()
  await load(page, slow)
  await page.waitForFunction(() => harness.player.snapshot().phase === 'paused')
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('roughmix.decoders') ?? 'null'))
  await expect.poll(kept).toEqual({
    browser: await page.evaluate(() => navigator.userAgent),
    facts: { webCodecsFlac: true, webCodecsOpus: true, pageFlac: true, pageOpus: true },
  })
  // Found false, it is left alone.
  await page.evaluate(() =>
    localStorage.setItem(
      'roughmix.decoders',
      JSON.stringify({
        browser: navigator.userAgent,
        facts: { webCodecsFlac: true, webCodecsOpus: false, pageFlac: true, pageOpus: false },
      }),
    ),
  )
  await page.reload()
  await load(page, slow)
  await page.waitForFunction(() => harness.player.snapshot().error?.kind === 'unsupported')
  await page.context().close()
})

async function untilSilent(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let before = -1; before !== harness.player.position();) {
      before = harness.player.position()
      for (let frames = 0; frames < 6; frames++) await new Promise(requestAnimationFrame)
    }
  })
}

/** From its first sample that is not silent. */
async function soundOf(page: Page): Promise<Float32Array> {
  const [left = new Float32Array()] = (await capturedSound(page)).at(-1)?.planes ?? []
  return left.subarray(left.findIndex((sample) => sample !== 0))
}

test('a line too slow for the original plays Opus, and the original again when it recovers', async () => {
  const song = await putOpus('slow', 48_000, 75)
  const line = await slowLine()
  line.leadTo(Number(new URL(stage.server.origin).port))
  const page = await stage.openPage()
  await page.goto(`http://127.0.0.1:${line.port}/`)
  line.limit(60_000)
  await load(page, song)
  await page.click('#play')
  const isSlow = (wanted: boolean) =>
    page.waitForFunction(
      (wanted) => harness.player.snapshot().proof.reasons.some(({ kind }) => kind === 'slow-line') === wanted,
      wanted,
      { timeout: 60_000 },
    )
  await isSlow(true)
  const at = await page.evaluate(() => harness.player.position())
  await heard(page, at + 4)
  line.limit(null)
  await isSlow(false)
  const again = await page.evaluate(() => harness.player.position())
  await heard(page, again + 1)
  expect(again).toBeGreaterThan(at + 4)
  await page.context().close()
  await line.stop()
})

test('whoever wants the original always waits for it', async () => {
  const song = await putOpus('patient', 48_000, 12)
  const line = await slowLine()
  line.leadTo(Number(new URL(stage.server.origin).port))
  const page = await stage.openPage()
  await page.goto(`http://127.0.0.1:${line.port}/`)
  await page.evaluate(() => harness.keeper.set('lossless'))
  line.limit(60_000)
  await load(page, song)
  await page.click('#play')
  await page.waitForFunction(() => harness.phases.includes('stalled'))
  expect(await page.evaluate(() => harness.player.snapshot().playable?.source.kind)).toBe('flac')
  await page.context().close()
  await line.stop()
})
