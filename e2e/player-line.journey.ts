import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { capturedSound, findSound, largestError } from './capture.ts'
import { type FlacFixture, makeFlac, noise } from './flac-fixture.ts'
import type { Harness } from './player-harness/harness.ts'
import { heard, load, openStage, type PlayerStage, putFlac } from './player-page.ts'

declare const harness: Harness

const RATE = 48_000
const BYTES_PER_SECOND = RATE * 2 * 3
let stage: PlayerStage
const fixture = makeFlac(noise(RATE * 40, 2, 11), RATE, 24)

beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())
afterEach(() => {
  stage.server.breakAfter(Infinity)
  stage.server.stallAfter(Infinity)
  stage.server.answerWith(undefined)
  stage.server.requests.length = 0
})

function phase(page: Page, wanted: string): Promise<unknown> {
  return page.waitForFunction((wanted) => harness.player.snapshot().phase === wanted, wanted)
}

test('no more than ten seconds are fetched ahead', async () => {
  const page = await stage.openPage()
  await load(page, putFlac(stage.server, 'long', fixture))
  await page.click('#play')
  await heard(page, 3)
  const fetched = Math.max(...stage.server.requests.map(({ end }) => end)) / BYTES_PER_SECOND
  const position = await page.evaluate(() => harness.player.position())
  expect(fetched - position).toBeLessThan(10.5)
  expect(fetched - position).toBeGreaterThan(4)
  await page.context().close()
})

test('before anybody presses play, hardly two seconds are fetched', async () => {
  const page = await stage.openPage()
  await load(page, putFlac(stage.server, 'unplayed', fixture))
  await phase(page, 'paused')
  await page.evaluate(() => harness.player.seek(20))
  await expect.poll(() => stage.server.requests.at(-1)?.end ?? 0).toBeGreaterThan(20 * BYTES_PER_SECOND)
  const audible = stage.server.requests.filter(({ name }) => name.endsWith('.flac'))
  expect(audible.reduce((sum, { start, end }) => sum + end - start, 0)).toBeLessThan(4 * BYTES_PER_SECOND)
  await page.context().close()
})

test('a line that breaks runs the buffer dry, says so, and goes on by itself without losing a sample', async () => {
  const page = await stage.openPage()
  const playable = putFlac(stage.server, 'broken', fixture)
  await load(page, playable)
  await phase(page, 'paused')
  stage.server.breakAfter(150_000)
  await page.click('#play')
  await page.waitForFunction(() => harness.player.snapshot().isRetrying)
  stage.server.breakAfter(0)
  await phase(page, 'stalled')
  const stalledAt = await page.evaluate(() => harness.player.position())
  stage.server.breakAfter(Infinity)
  await phase(page, 'playing')
  await heard(page, stalledAt + 1)
  expect(await page.evaluate(() => harness.player.snapshot().isRetrying)).toBe(false)
  await expectWhole(page, fixture, Math.round(stalledAt * RATE))
  await page.context().close()
})

/** Nothing but a fade out and a fade in stands between what was heard before and after a stall at `frame`. */
async function expectWhole(page: Page, { planes }: FlacFixture, frame: number): Promise<void> {
  const [left = new Float32Array()] = (await capturedSound(page)).at(-1)?.planes ?? []
  const [plane = new Float32Array()] = planes
  const fade = 480
  const start = findSound(left, plane.subarray(0, 64))
  const before = plane.subarray(0, frame - fade)
  expect(largestError(left.subarray(start, start + before.length), before)).toBeLessThan(1e-6)
  const again = findSound(left, plane.subarray(frame + fade, frame + fade + 64))
  expect(again).toBeGreaterThan(start + frame)
  const after = plane.subarray(frame + fade, frame + fade + RATE / 2)
  expect(largestError(left.subarray(again, again + after.length), after)).toBeLessThan(1e-6)
}

test('a seek gives up what it was fetching', async () => {
  const page = await stage.openPage()
  await load(page, putFlac(stage.server, 'sought', fixture))
  await page.click('#play')
  await heard(page, 0.2)
  stage.server.stallAfter(30_000)
  const before = stage.server.givenUp()
  await page.evaluate(() => harness.player.seek(30))
  await expect.poll(() => stage.server.requests.at(-1)?.start ?? 0).toBeGreaterThan(29 * BYTES_PER_SECOND)
  expect(stage.server.givenUp()).toBe(before)
  stage.server.stallAfter(Infinity)
  await page.evaluate(() => harness.player.seek(20))
  await heard(page, 20.3)
  expect(stage.server.givenUp()).toBe(before + 1)
  await page.context().close()
})

test.each([
  { status: 403, kind: 'not-allowed' },
  { status: 404, kind: 'gone' },
  { status: 416, kind: 'refused' },
])('status $status ends in the error "$kind", and play tries again once it is mended', async ({ status, kind }) => {
  const page = await stage.openPage()
  const playable = putFlac(stage.server, 'guarded', fixture)
  stage.server.answerWith(status)
  await load(page, playable)
  await phase(page, 'failed')
  expect(await page.evaluate(() => harness.player.snapshot().error?.kind)).toBe(kind)
  stage.server.answerWith(undefined)
  await page.click('#play')
  await heard(page, 0.3)
  expect(await page.evaluate(() => harness.player.snapshot().error)).toBeUndefined()
  await page.context().close()
})

test('bytes that are no FLAC are told as damage, after both decoders had their try', async () => {
  const page = await stage.openPage()
  const spoilt = { ...fixture, stream: fixture.stream.map((byte, i) => (i > 3 * BYTES_PER_SECOND ? 0x55 : byte)) }
  await load(page, putFlac(stage.server, 'spoilt', spoilt), 4)
  await phase(page, 'failed')
  const { error, decoder } = await page.evaluate(() => harness.player.snapshot())
  expect(error?.kind).toBe('damaged')
  expect(decoder).toBe('decode-audio-data')
  await page.context().close()
})

test('a line that goes silent without breaking is left after some seconds, and nothing is lost', async () => {
  await stage.listen(async (page) => {
    await load(page, putFlac(stage.server, 'silent', fixture))
    await page.click('#play')
    await heard(page, 0.5)
    stage.server.stallAfter(1000)
    await page.waitForFunction(() => harness.player.snapshot().isRetrying)
    stage.server.stallAfter(Infinity)
    const at = await page.evaluate(() => harness.player.position())
    await heard(page, at + 6)
    expect(await page.evaluate(() => harness.phases)).not.toContain('stalled')
    const [left = new Float32Array()] = (await capturedSound(page)).at(-1)?.planes ?? []
    const [plane = new Float32Array()] = fixture.planes
    const start = findSound(left, plane.subarray(0, 64))
    const length = Math.floor(at + 5) * RATE
    expect(largestError(left.subarray(start, start + length), plane.subarray(0, length))).toBeLessThan(1e-6)
  })
})

test('a server that falls over for a while is asked again', async () => {
  const page = await stage.openPage()
  await load(page, putFlac(stage.server, 'fallen', fixture))
  stage.server.answerWith(503)
  await page.click('#play')
  await page.waitForFunction(() => harness.player.snapshot().isRetrying)
  stage.server.answerWith(undefined)
  await heard(page, 3)
  expect(await page.evaluate(() => harness.player.snapshot().error)).toBeUndefined()
  await page.context().close()
})

test('a right that is withdrawn while it plays ends the sound, and says why', async () => {
  const page = await stage.openPage()
  await load(page, putFlac(stage.server, 'withdrawn', fixture))
  await page.click('#play')
  await heard(page, 0.5)
  stage.server.answerWith(403)
  await phase(page, 'failed')
  expect(await page.evaluate(() => harness.player.snapshot().error?.kind)).toBe('not-allowed')
  await page.context().close()
})

test('another output device gets a context of its own, and the music goes on at the same sample', async () => {
  await stage.listen(async (page) => {
    await page.evaluate(() => {
      // What a page without a permission may know of devices is that they changed.
      if (!navigator.mediaDevices) Object.defineProperty(navigator, 'mediaDevices', { value: new EventTarget() })
    })
    await load(page, putFlac(stage.server, 'moved', fixture))
    await page.click('#play')
    await heard(page, 1)
    const before = await page.evaluate(() => {
      const rate = Object.getOwnPropertyDescriptor(BaseAudioContext.prototype, 'sampleRate')?.get
      const asked = new WeakSet<object>()
      const Real = AudioContext
      // A context left to choose tells of a device at another rate.
      Object.assign(globalThis, {
        AudioContext: new Proxy(Real, {
          construct: (target, [options]: [AudioContextOptions?]) => {
            const context = new target(options)
            if (options?.sampleRate === undefined) asked.add(context)
            return context
          },
        }),
      })
      Object.defineProperty(BaseAudioContext.prototype, 'sampleRate', {
        get(this: BaseAudioContext) {
          return asked.has(this) ? 96_000 : Number(rate?.call(this))
        },
      })
      navigator.mediaDevices.dispatchEvent(new Event('devicechange'))
      return harness.player.position()
    })
    await page.waitForFunction(() => harness.player.snapshot().proof.reasons.some(({ kind }) => kind === 'resampled'))
    await heard(page, before + 2.5)
    const sounds = await capturedSound(page)
    expect(sounds.length).toBe(2)
    const [left = new Float32Array()] = sounds[1]?.planes ?? []
    const [plane = new Float32Array()] = fixture.planes
    const from = left.findIndex((sample) => sample !== 0)
    // After the fade in, exactly on from where the old context was heard last, give or take what its device still held.
    const start = findSound(
      plane.subarray(Math.floor((before - 0.2) * RATE), Math.floor((before + 1.5) * RATE)),
      left.subarray(from + 480, from + 544),
    )
    expect(start).toBeGreaterThan(-1)
  })
})

test('after the machine slept, the music goes on where it was', async () => {
  const page = await stage.openPage()
  await load(page, putFlac(stage.server, 'slept', fixture))
  await page.click('#play')
  await heard(page, 1)
  // The device stops taking sound, as after sleep, and the clock on the wall is minutes ahead.
  await page.evaluate(async () => {
    const { capturedRecordings } = globalThis as unknown as { capturedRecordings: Map<AudioContext, unknown> }
    const [context] = capturedRecordings.keys()
    if (!context) throw new Error('nothing was played')
    context.onstatechange = null
    await context.suspend()
    context.resume = () => Promise.resolve()
    const now = Date.now
    Date.now = () => now() + 300_000
  })
  const at = await page.evaluate(() => harness.player.position())
  await heard(page, at + 1)
  expect((await capturedSound(page)).length).toBe(2)
  expect(await page.evaluate(() => harness.player.snapshot().phase)).toBe('playing')
  await page.context().close()
})
