import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { capturedSound, findSound, forgetSound, largestError, type RenderedFrames } from './capture.ts'
import { makeFlac, noise } from './flac-fixture.ts'
import type { Harness } from './player-harness/harness.ts'
import {
  goneRound,
  heard,
  load,
  openStage,
  type PlayableForPage,
  type PlayerStage,
  putFlac,
  putPcm,
} from './player-page.ts'

declare const harness: Harness
declare const renderedFrames: RenderedFrames

const RATE = 48_000
const FADE = 480
/** Of a jump while it plays. */
const CROSS_FADE = 288
let stage: PlayerStage
let song: PlayableForPage
const fixture = makeFlac(noise(RATE * 20, 2), RATE, 24)

beforeAll(async () => {
  stage = await openStage()
  song = putFlac(stage.server, 'song', fixture)
})
afterAll(() => stage.close())

async function lastSound(page: Page): Promise<readonly Float32Array[]> {
  return (await capturedSound(page)).at(-1)?.planes ?? []
}

/**
 * Where in the capture the file's samples from `frame` on are heard, after making sure that both channels are whole and
 * unaltered there.
 */
async function exactlyHeard(
  page: Page,
  planes: readonly Float32Array[],
  frame: number,
  frames: number,
): Promise<number> {
  const sound = await lastSound(page)
  const starts = planes.map((plane, channel) =>
    findSound(sound[channel] ?? new Float32Array(), plane.subarray(frame, frame + 64)),
  )
  const start = starts[0] ?? -1
  expect(start).toBeGreaterThan(-1)
  expect(new Set(starts)).toEqual(new Set([start]))
  for (const [channel, plane] of planes.entries()) {
    const error = largestError(
      sound[channel]?.subarray(start, start + frames) ?? new Float32Array(),
      plane.subarray(frame, frame + frames),
    )
    expect(error).toBeLessThan(1e-6)
  }
  return start
}

describe.each([
  { decoder: 'webcodecs', query: '' },
  { decoder: 'decode-audio-data', query: '?fallback' },
])('a bounce in 24-bit FLAC, decoded by $decoder', ({ decoder, query }) => {
  test('is heard exactly as rendered, from its first sample', async () => {
    await stage.listen(async (page) => {
      await load(page, song)
      await page.click('#play')
      await heard(page, 2.5)
      const start = await exactlyHeard(page, fixture.planes, 0, 2 * RATE)
      const [left] = await lastSound(page)
      expect(left?.subarray(0, start).every((sample) => sample === 0)).toBe(true)
      expect(await page.evaluate(() => harness.player.snapshot().decoder)).toBe(decoder)
    }, query)
  })

  test('goes to the very sample that was asked for', async () => {
    await stage.listen(async (page) => {
      await load(page, song)
      await page.click('#play')
      await heard(page, 0.2)
      for (const seconds of [12.3456, 3, 17.000_02, 0.25]) {
        const asked = await soughtAt(page, seconds)
        await heard(page, seconds + 0.7)
        expectArrival(await lastSound(page), asked, Math.round(seconds * RATE))
      }
    }, query)
  })
})

/** Seeks; tells how many frames had been recorded then. */
async function soughtAt(page: Page, seconds: number): Promise<number> {
  return page.evaluate(async (seconds) => {
    const frames = await renderedFrames()
    harness.player.seek(seconds)
    return frames
  }, seconds)
}

interface Arrival {
  readonly isSilent: boolean
  /** Frames from the order to the first sample of the new place. */
  readonly waited: number
}

/**
 * Sought when `asked` frames were recorded, the frame is the first of a cross-fade from where it was (or, where the
 * machine was slow to decode, of a fade from silence), and after that every sample is heard.
 */
function expectArrival(sound: readonly Float32Array[], asked: number, frame: number): Arrival {
  const [left = new Float32Array()] = sound
  const [plane = new Float32Array()] = fixture.planes
  const exact = frame + CROSS_FADE
  // What is a little ahead may be heard before as well: the last time counts.
  let at = -1
  for (let from = asked, found = 0; found >= 0; from = at + CROSS_FADE + 1) {
    found = findSound(left.subarray(from), plane.subarray(exact, exact + 64))
    if (found >= 0) at = from + found - CROSS_FADE
  }
  expect(at).toBeGreaterThanOrEqual(asked)
  for (const [channel, heard] of sound.entries())
    expect(
      largestError(
        heard.subarray(at + CROSS_FADE, at + 9600),
        fixture.planes[channel]?.subarray(exact, frame + 9600) ?? plane,
      ),
    ).toBeLessThan(1e-6)
  const isSilent = left[at - 1] === 0
  const before = isSilent ? 0 : findSound(plane, left.subarray(at - 64, at)) + 64
  expect(before).not.toBe(63)
  const expected = Float32Array.from({ length: CROSS_FADE }, (_, i) => {
    const weight = (i + 1) / CROSS_FADE
    return (plane[frame + i] ?? 0) * weight + (isSilent ? 0 : (plane[before + i] ?? 0)) * (1 - weight)
  })
  expect(largestError(left.subarray(at, at + CROSS_FADE), expected)).toBeLessThan(1e-6)
  return { isSilent, waited: at - asked }
}

test('nudged by keys while it plays, it goes from place to place without a gap', async () => {
  await stage.listen(async (page) => {
    await load(page, song)
    await page.click('#play')
    await heard(page, 6)
    const nudges: { readonly asked: number; readonly frame: number }[] = []
    for (const by of [0.05, -0.05, 5, -5, 1, -1]) {
      const frame = Math.round(((await page.evaluate(() => harness.player.position())) + by) * RATE)
      nudges.push({ asked: await soughtAt(page, frame / RATE), frame })
      await heard(page, frame / RATE + 0.3)
    }
    const sound = await lastSound(page)
    const end = sound[0]?.length ?? 0
    const arrivals = nudges.map(({ asked, frame }, i) =>
      expectArrival(
        sound.map((plane) => plane.subarray(0, nudges[i + 1]?.asked ?? end)),
        asked,
        frame,
      ),
    )
    // Only a machine too busy to decode within a fifth of a second is heard to fall silent.
    for (const { isSilent, waited } of arrivals) expect(isSilent && waited < RATE / 5).toBe(false)
    expect(arrivals.some(({ isSilent }) => !isSilent)).toBe(true)
  })
})

test('a pause fades out within 10 ms, and playing on continues where it stopped', async () => {
  await stage.listen(async (page) => {
    await load(page, song)
    await page.click('#play')
    await heard(page, 1)
    await page.evaluate(() => harness.player.pause())
    const stoppedAt = await page.evaluate(async () => {
      const { player } = harness
      for (;;) {
        const before = player.position()
        for (let frames = 0; frames < 6; frames++) await new Promise(requestAnimationFrame)
        if (player.position() === before) return before
      }
    })
    const stopFrame = Math.round(stoppedAt * RATE)
    expect(stoppedAt * RATE).toBeCloseTo(stopFrame, 3)
    const [before] = await lastSound(page)
    const end = (before?.findLastIndex((sample) => sample !== 0) ?? 0) + 1
    const unfaded = await exactlyHeard(page, fixture.planes, stopFrame - FADE - 4800, 4800)
    expect(Math.abs(end - (unfaded + 4800 + FADE))).toBeLessThanOrEqual(2)
    await forgetSound(page)
    await page.click('#play')
    await heard(page, stoppedAt + 0.8)
    const start = await exactlyHeard(page, fixture.planes, stopFrame + FADE, RATE / 2)
    const [after] = await lastSound(page)
    expect(after?.subarray(0, start - FADE).every((sample) => sample === 0)).toBe(true)
  })
})

test('a 32-bit float bounce keeps what is over full scale', async () => {
  const planes = noise(RATE * 3, 2, 7).map((plane) => Float32Array.from(plane, (sample) => sample * 1.7))
  await stage.listen(async (page) => {
    await load(page, putPcm(stage.server, 'float', planes, RATE))
    await page.click('#play')
    await heard(page, 1.5)
    await exactlyHeard(page, planes, 0, RATE)
    expect(Math.max(...(planes[0] ?? []).slice(0, RATE))).toBeGreaterThan(1.5)
    expect(await page.evaluate(() => harness.player.snapshot().decoder)).toBe('pcm')
  })
})

test('a mono bounce at another rate gets an audio context of its own and sounds on both sides', async () => {
  const mono = makeFlac(noise(44_100 * 3, 1, 3), 44_100, 16)
  await stage.listen(async (page) => {
    await load(page, song)
    await page.click('#play')
    await heard(page, 0.3)
    await load(page, putFlac(stage.server, 'mono', mono))
    await page.click('#play')
    await heard(page, 1.5)
    const sounds = await capturedSound(page)
    expect(sounds.map(({ sampleRate }) => sampleRate)).toEqual([48_000, 44_100])
    const [plane = new Float32Array()] = mono.planes
    await exactlyHeard(page, [plane, plane], 0, 44_100)
  })
})

test('a loop joins its end to its beginning without losing a sample', async () => {
  await stage.listen(async (page) => {
    await load(page, song)
    await page.click('#play')
    await heard(page, 1)
    await page.evaluate(() => harness.player.setLoop({ inAt: 1.1, outAt: 1.6 }))
    await goneRound(page, 3)
    await heard(page, 1.3)
    const [left = new Float32Array()] = await lastSound(page)
    const [plane = new Float32Array()] = fixture.planes
    const seam = Float32Array.from([
      ...plane.subarray(1.6 * RATE - 100, 1.6 * RATE),
      ...plane.subarray(1.1 * RATE, 1.1 * RATE + 100),
    ])
    const first = findSound(left, seam)
    const second = findSound(left.subarray(first + 1), seam)
    expect(first).toBeGreaterThan(-1)
    expect(second + 1).toBe(0.5 * RATE)
    expect(await page.evaluate(() => harness.player.position())).toBeLessThan(1.6)
  })
})

test('the end is heard to the last sample, told once, and playing again begins at the start', async () => {
  const short = makeFlac(noise(30_011, 2, 5), RATE, 24)
  await stage.listen(async (page) => {
    await load(page, putFlac(stage.server, 'short', short))
    await page.click('#play')
    await page.waitForFunction(() => harness.ended.length > 0)
    await exactlyHeard(page, short.planes, 0, 30_011)
    expect(await page.evaluate(() => [harness.player.snapshot().phase, harness.player.position()])).toEqual([
      'ended',
      30_011 / RATE,
    ])
    await forgetSound(page)
    await page.click('#play')
    await page.waitForFunction(() => harness.ended.length > 1)
    await exactlyHeard(page, short.planes, 0, 30_011)
    expect(await page.evaluate(() => harness.ended)).toEqual(['short', 'short'])
  })
})

test('an album plays through without a gap, and each piece is told when it was heard', async () => {
  const pieces = [5, 6, 7].map((seed) => makeFlac(noise(40_000 + seed, 2, seed), RATE, 24))
  const album = pieces.map((piece, i) => putFlac(stage.server, `piece ${i + 1}`, piece))
  await stage.listen(async (page) => {
    await page.evaluate((album) => {
      const [first, ...rest] = album
      if (!first) return
      const queueOne = (): void => harness.player.queueNext(rest.shift())
      harness.player.onEnded(queueOne)
      harness.player.load(first)
      queueOne()
    }, album)
    await page.click('#play')
    await page.waitForFunction(() => harness.player.snapshot().phase === 'ended')
    const whole = [0, 1].map((channel) =>
      Float32Array.from(pieces.flatMap(({ planes }) => [...(planes[channel] ?? [])])),
    )
    await exactlyHeard(page, whole, 0, whole[0]?.length ?? 0)
    expect(await page.evaluate(() => harness.ended)).toEqual(['piece 1', 'piece 2', 'piece 3'])
    expect(await page.evaluate(() => harness.player.snapshot().playable?.title)).toBe('piece 3')
  })
})

test('a piece at another rate follows by itself', async () => {
  const first = putFlac(stage.server, 'at 48', makeFlac(noise(30_000, 2, 21), RATE, 24))
  const second = makeFlac(noise(44_100 * 2, 2, 22), 44_100, 24)
  await stage.listen(async (page) => {
    await load(page, first)
    await page.evaluate((next) => harness.player.queueNext(next), putFlac(stage.server, 'at 44.1', second))
    await page.click('#play')
    await page.waitForFunction(() => harness.ended.length > 0)
    await heard(page, 1.2)
    const start = await exactlyHeard(page, second.planes, 0, 44_100)
    expect(start).toBeGreaterThanOrEqual(0)
  })
})

test('the proof names every reason why the sound is not the original', async () => {
  await stage.listen(async (page) => {
    const deviceRate = await page.evaluate(() => new AudioContext().sampleRate)
    const native = makeFlac(noise(deviceRate * 3, 2, 9), deviceRate, 24)
    await load(page, putFlac(stage.server, 'native', native))
    await page.click('#play')
    await heard(page, 0.3)
    const proof = () => page.evaluate(() => harness.player.snapshot().proof)
    expect(await proof()).toEqual({ bitTrue: true, reasons: [] })
    await forgetSound(page)
    await page.evaluate(() => harness.player.setVolume(-6))
    await heard(page, 1.2)
    expect(await proof()).toEqual({ bitTrue: false, reasons: [{ kind: 'gain', decibels: -6 }] })
    const quieter = native.planes.map((plane) => plane.map((sample) => sample * 10 ** (-6 / 20)))
    await exactlyHeard(page, quieter, Math.round(deviceRate * 0.9), Math.round(deviceRate * 0.2))
  })
})
