import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findSound, forgetSound, type RenderedFrames } from './capture.ts'
import {
  type DeckForPage,
  type HeardForPage,
  exactlyHeardAt,
  FADE_FRAMES,
  followSwitching,
  lastSound,
  loadDeck,
  mixDeck,
  placed,
} from './deck-page.ts'
import { makeFlac, noise } from './flac-fixture.ts'
import type { Harness } from './player-harness/harness.ts'
import { goneRound, heard, openStage, type PlayableForPage, type PlayerStage, putFlac, putPcm } from './player-page.ts'

declare const harness: Harness
declare const renderedFrames: RenderedFrames

const RATE = 48_000
const SEEK_FADE = 480
let stage: PlayerStage
let [mix, remix, mixAgain, early]: PlayableForPage[] = []
const first = makeFlac(noise(RATE * 20, 2, 1), RATE, 24)
const second = makeFlac(noise(RATE * 17, 2, 2), RATE, 24)
/** The first, begun 333 samples late. */
const late = first.planes.map((plane) =>
  Float32Array.from([...noise(333, 1, 3).flatMap((head) => [...head]), ...plane]),
)

beforeAll(async () => {
  stage = await openStage()
  mix = putFlac(stage.server, 'mix', first)
  remix = putFlac(stage.server, 'remix', second)
  mixAgain = putFlac(stage.server, 'mix again', first)
  early = putPcm(stage.server, 'late', late, RATE)
})
afterAll(() => stage.close())

const source = (index: number): HeardForPage => ({ kind: 'source', source: index })
const aMinusB: HeardForPage = { kind: 'difference', of: 0, minus: 1 }

function deckOf(
  ear: HeardForPage,
  ...sources: readonly {
    readonly playable: PlayableForPage | undefined
    readonly offset?: number
    readonly gain?: number
  }[]
): DeckForPage {
  return {
    ear,
    sources: sources.flatMap(({ playable, offset = 0, gain = 0 }) => (playable ? [{ playable, offset, gain }] : [])),
  }
}

describe.each([
  { decoder: 'webcodecs', query: '' },
  { decoder: 'decode-audio-data', query: '?fallback' },
])('two mixes on one sample clock, decoded by $decoder', ({ decoder, query }) => {
  test('are switched eighty times at four places without losing a sample or a step between them', async () => {
    await stage.listen(async (page) => {
      const deck = deckOf(source(0), { playable: mix }, { playable: remix })
      await loadDeck(page, deck)
      await page.click('#play')
      await heard(page, 0.3)
      let switches = 0
      // None is soon reached without the jump.
      for (const seconds of [5.5, 12.3456, 3.000_02, 0.5]) {
        await forgetSound(page)
        await page.evaluate((seconds) => harness.player.seek(seconds), seconds)
        await heard(page, seconds + 0.2)
        // By the audio thread's own clock: on a busy machine two switches would else come together.
        await page.evaluate(async (deck) => {
          const pass = async (frames: number) => {
            for (const until = (await renderedFrames()) + frames; (await renderedFrames()) < until;)
              await new Promise((resolve) => setTimeout(resolve, 5))
          }
          for (let i = 0; i < 20; i++) {
            harness.player.mixDeck({ ...deck, ear: { kind: 'source', source: (i + 1) % 2 } })
            await pass(1440 + (i % 5) * 480)
          }
          await pass(9600)
        }, deck)
        const frame = Math.round(seconds * RATE) + SEEK_FADE
        const sound = await lastSound(page)
        const start = findSound(
          sound[0] ?? new Float32Array(),
          first.planes[0]?.subarray(frame, frame + 64) ?? new Float32Array(),
        )
        expect(start).toBeGreaterThan(-1)
        for (const channel of [0, 1]) {
          const followed = followSwitching(
            sound[channel]?.subarray(start) ?? new Float32Array(),
            first.planes[channel]?.subarray(frame) ?? new Float32Array(),
            second.planes[channel]?.subarray(frame) ?? new Float32Array(),
          )
          expect(followed.error).toBeLessThan(1e-6)
          expect(followed.longestFade).toBeLessThanOrEqual(FADE_FRAMES)
          switches += channel === 0 ? followed.switches : 0
          expect(followed.switches).toBe(20)
        }
      }
      expect(switches).toBe(80)
      expect(await page.evaluate(() => harness.player.snapshot().decoder)).toBe(decoder)
    }, query)
  })
})

test('the difference of identical files is silence to the last bit, also when both are turned down', async () => {
  await stage.listen(async (page) => {
    const deck = deckOf(source(0), { playable: mix, gain: -1.2 }, { playable: mixAgain, gain: -1.2 })
    await loadDeck(page, deck)
    await page.click('#play')
    await heard(page, 0.5)
    await mixDeck(page, { ...deck, ear: aMinusB })
    await heard(page, 1.5)
    await forgetSound(page)
    await heard(page, 3)
    const sound = await lastSound(page)
    expect(sound[0]?.length).toBeGreaterThan(RATE / 2)
    expect(sound.flatMap((plane) => [...plane]).every((sample) => sample === 0)).toBe(true)
    expect(await page.evaluate(() => harness.player.snapshot().proof.reasons.map(({ kind }) => kind))).toContain(
      'difference',
    )
  })
})

test('a copy 333 samples late and 1.2 dB quieter leaves what the gain says, and nothing once matched', async () => {
  await stage.listen(async (page) => {
    const unmatched = deckOf(aMinusB, { playable: mix, gain: 0 }, { playable: early, offset: 333, gain: -1.2 })
    await loadDeck(page, unmatched)
    await page.click('#play')
    await heard(page, 1.2)
    const left = 1 - 10 ** (-1.2 / 20)
    await exactlyHeardAt(page, placed(first.planes, 0, 4800, RATE, left))
    await forgetSound(page)
    await mixDeck(page, deckOf(aMinusB, { playable: mix, gain: -1.2 }, { playable: early, offset: 333, gain: -1.2 }))
    await heard(page, 2)
    await forgetSound(page)
    await heard(page, 2.8)
    const sound = await lastSound(page)
    expect(sound.flatMap((plane) => [...plane]).every((sample) => sample === 0)).toBe(true)
  })
})

test('an offset nudged during playback is heard to the sample, with silence before a source begins', async () => {
  await stage.listen(async (page) => {
    const deck = deckOf(source(1), { playable: mix }, { playable: remix, offset: -24_000 })
    await loadDeck(page, deck)
    await page.click('#play')
    await heard(page, 1.5)
    const [before = new Float32Array()] = await lastSound(page)
    const start = await exactlyHeardAt(page, placed(second.planes, 0, 0, RATE / 2))
    expect(start).toBeGreaterThanOrEqual(24_000)
    expect(before.subarray(start - 24_000, start).every((sample) => sample === 0)).toBe(true)
    const nudged = deckOf(source(1), { playable: mix }, { playable: remix, offset: -23_999 })
    await page.evaluate((nudged) => harness.player.alignDeck(nudged), nudged)
    await heard(page, 3.5)
    // Time went on: a sample later on this side of the cross-fade is one sample further in the recording.
    const [sound = new Float32Array()] = await lastSound(page)
    const [plane = new Float32Array()] = second.planes
    const after = findSound(sound, plane.subarray(3 * RATE - 23_999, 3 * RATE - 23_999 + 64))
    expect(after - start).toBe(3 * RATE - 24_000)
    expect(longestSilence(sound.subarray(start, after))).toBeLessThan(8)
    await exactlyHeardAt(page, placed(second.planes, -23_999, 3 * RATE, RATE / 4))
  })
})

/** Of noise, which is never silent for long. */
function longestSilence(sound: Float32Array): number {
  let [quiet, longest] = [0, 0]
  for (const sample of sound) {
    quiet = Math.abs(sample) < 1e-3 ? quiet + 1 : 0
    longest = Math.max(longest, quiet)
  }
  return longest
}

test('the shorter one is silent after its end while the longer one plays on, and a loop there goes round', async () => {
  await stage.listen(async (page) => {
    const deck = deckOf(source(0), { playable: mix }, { playable: remix })
    await loadDeck(page, deck, 16)
    await page.click('#play')
    await heard(page, 17.5)
    await exactlyHeardAt(page, placed(first.planes, 0, 16.5 * RATE, RATE / 2))
    await page.evaluate(() => harness.player.setLoop({ inAt: 16.8, outAt: 17.6 }))
    await mixDeck(page, { ...deck, ear: source(1) })
    await goneRound(page, 3)
    await exactlyHeardAt(page, placed(second.planes, 0, 16.8 * RATE, 0.7 * RATE))
    expect(await page.evaluate(() => harness.player.snapshot().phase)).toBe('playing')
  })
})

test('four sources sound in step, the deck lasts as long as the longest, and its end is told', async () => {
  const pieces = [30_000, 40_003, 20_000, 35_000].map((frames, i) => makeFlac(noise(frames, 2, 30 + i), RATE, 24))
  const playables = pieces.map((piece, i) => putFlac(stage.server, `piece ${i}`, piece))
  await stage.listen(async (page) => {
    await loadDeck(page, deckOf(source(1), ...playables.map((playable) => ({ playable }))))
    await page.click('#play')
    await page.waitForFunction(() => harness.player.snapshot().phase === 'ended')
    await exactlyHeardAt(page, pieces[1]?.planes ?? [])
    expect(await page.evaluate(() => harness.player.position())).toBe(40_003 / RATE)
  })
})
