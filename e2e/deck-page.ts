import { type Page } from 'playwright-core'
import { expect } from 'vitest'
import { capturedSound, findSound, largestError } from './capture.ts'
import type { Harness } from './player-harness/harness.ts'
import type { PlayableForPage } from './player-page.ts'

declare const harness: Harness

export interface DeckSourceForPage {
  readonly playable: PlayableForPage
  readonly offset: number
  readonly gain: number
}

export type HeardForPage =
  | { readonly kind: 'source'; readonly source: number }
  | { readonly kind: 'difference'; readonly of: number; readonly minus: number }

export interface DeckForPage {
  readonly sources: readonly DeckSourceForPage[]
  readonly ear: HeardForPage
}

/** Of the mixer's cross-fade, at 48 kHz. */
export const FADE_FRAMES = 288

export async function loadDeck(page: Page, deck: DeckForPage, at = 0): Promise<void> {
  await page.evaluate(([deck, at]) => harness.player.loadDeck(deck, { at }), [deck, at] as const)
}

export async function mixDeck(page: Page, deck: DeckForPage): Promise<void> {
  await page.evaluate((deck) => harness.player.mixDeck(deck), deck)
}

export async function lastSound(page: Page): Promise<readonly Float32Array[]> {
  return (await capturedSound(page)).at(-1)?.planes ?? []
}

/** What the deck's position `frame` sounds like in source `planes`; silence where it has nothing. */
export function placed(
  planes: readonly Float32Array[],
  offset: number,
  frame: number,
  frames: number,
  gain = 1,
): readonly Float32Array[] {
  return planes.map((plane) =>
    Float32Array.from({ length: frames }, (_, i) => Math.fround((plane[frame + offset + i] ?? 0) * gain)),
  )
}

export interface Switching {
  /** How often the sound went over from one source to another. */
  readonly switches: number
  /** The largest deviation from the source that is heard, and within fades from the straight line between the two. */
  readonly error: number
  readonly longestFade: number
}

/**
 * Follows a capture of two sources sample by sample: each is either one of them exactly, or on the way from one to the
 * other.
 */
export function followSwitching(sound: Float32Array, first: Float32Array, second: Float32Array): Switching {
  const frames = Math.min(sound.length, first.length, second.length)
  let [switches, error, longestFade, fade] = [0, 0, 0, 0]
  let [present, weight] = [0, 0]
  for (let i = 0; i < frames; i++) {
    const [y = 0, a = 0, b = 0] = [sound[i], first[i], second[i]]
    const own = Math.abs(y - (present === 0 ? a : b))
    if (fade === 0 && own < 1e-6) {
      error = Math.max(error, own)
      continue
    }
    // Between the two: the weight moves by one step of the fade a sample, no more.
    fade += 1
    const towards = present === 0 ? 1 : -1
    weight = (present === 0 ? 0 : 1) + towards * Math.min(1, fade / FADE_FRAMES)
    const before = (present === 0 ? 0 : 1) + towards * Math.min(1, (fade - 1) / FADE_FRAMES)
    const off = Math.min(Math.abs(y - (a + (b - a) * weight)), Math.abs(y - (a + (b - a) * before)))
    error = Math.max(error, off)
    if (fade >= FADE_FRAMES) {
      longestFade = Math.max(longestFade, fade)
      present = 1 - present
      switches += 1
      fade = 0
    }
  }
  return { switches, error, longestFade }
}

/** Where frame `frame` of these planes begins in the capture, with both channels exact for `frames` from there. */
export async function exactlyHeardAt(page: Page, planes: readonly Float32Array[]): Promise<number> {
  const sound = await lastSound(page)
  const starts = planes.map((plane, channel) => findSound(sound[channel] ?? new Float32Array(), plane.subarray(0, 64)))
  const [start = -1] = starts
  expect(start).toBeGreaterThan(-1)
  expect(new Set(starts)).toEqual(new Set([start]))
  for (const [channel, plane] of planes.entries()) {
    expect(
      largestError(sound[channel]?.subarray(start, start + plane.length) ?? new Float32Array(), plane),
    ).toBeLessThan(1e-6)
  }
  return start
}
