import { isSilent, loudnessShape, roughOffsets } from '#audio/envelope-alignment.ts'
import { CELLS_PER_SECOND } from '#audio/loudness-gating.ts'
import type { Seconds } from '#shared/units.ts'

/** How similar the loudness curves of two recordings are at their best fit. */
export interface SongLikeness {
  /** Correlation over the shared part, at most 1. */
  readonly correlation: number
  /** The ratio of the best fit to the next best: the same drums at one tempo fit at every bar. */
  readonly distinctness: number
  /** The share of short windows that fit on their own: another arrangement fits in some. */
  readonly agreement: number
  /** As a share of the shorter recording. */
  readonly overlap: number
}

/** Searches hours in a few milliseconds: 10 minutes at 20 ms. */
const SEARCH_STEPS = 2 ** 15
const WINDOW_CELLS = 5 * CELLS_PER_SECOND
const FITS = 0.6
/** Shorter recordings cannot be judged. */
const LEAST: Seconds = 15
/** A curve that varies less than this, in decibels, is flat. */
const LEAST_MOVEMENT = 0.5

/**
 * Compares energy grids (10 ms cells). Insensitive to level, a changed beginning or end, the sample rate and lossy
 * encoding; undefined if they cannot be judged.
 */
export function songLikeness(a: Float32Array, b: Float32Array): SongLikeness | undefined {
  if (Math.min(a.length, b.length) < LEAST * CELLS_PER_SECOND || isSilent(a) || isSilent(b)) return undefined
  const [x, y] = [loudnessShape(a), loudnessShape(b)]
  const near = Math.ceil(Math.max(a.length, b.length) / SEARCH_STEPS)
  const fits = roughOffsets(a, b, { mostSteps: SEARCH_STEPS }).map(({ seconds }) =>
    bestNear(x, y, Math.round(seconds * CELLS_PER_SECOND), near),
  )
  const [best, second] = fits
    .filter((fit) => fit !== undefined)
    .toSorted((one, other) => other.correlation - one.correlation)
  if (!best) return undefined
  return {
    correlation: best.correlation,
    distinctness: (1 - Math.max(0, second?.correlation ?? 0)) / Math.max(1e-9, 1 - best.correlation),
    agreement: agreementAt(x, y, best.lag),
    overlap: overlapAt(x, y, best.lag).cells / Math.min(x.length, y.length),
  }
}

/** The verdict on the similarity to a track's newest version. `sure` is shown to people as a fact. */
export type SongVerdict = 'sure' | 'likely' | undefined

export function verdictOf({ correlation, distinctness, agreement, overlap }: SongLikeness): SongVerdict {
  if (correlation >= 0.9 && distinctness >= 3 && agreement >= 0.95 && overlap >= 0.8) return 'sure'
  // A song that repeats each bar exactly fits at several places; if it also fits this well from end to end, it is the
  // same song.
  if (correlation >= 0.99 && agreement >= 0.95 && overlap >= 0.95) return 'likely'
  return correlation >= 0.65 && distinctness >= 1.4 && agreement >= 0.6 && overlap >= 0.5 ? 'likely' : undefined
}

interface Fit {
  readonly lag: number
  readonly correlation: number
}

function bestNear(x: Float64Array, y: Float64Array, lag: number, near: number): Fit | undefined {
  let best: Fit | undefined
  for (let at = lag - near; at <= lag + near; at++) {
    const { from, cells } = overlapAt(x, y, at)
    if (cells < LEAST * CELLS_PER_SECOND) continue
    const correlation = correlationOf(x, y, at, from, from + cells)
    if (correlation !== undefined && correlation > (best?.correlation ?? 0)) best = { lag: at, correlation }
  }
  return best
}

function overlapAt(x: Float64Array, y: Float64Array, lag: number): { readonly from: number; readonly cells: number } {
  const from = Math.max(0, -lag)
  return { from, cells: Math.max(0, Math.min(x.length, y.length - lag) - from) }
}

/** The correlation of x[i] and y[i + lag]; undefined if either is flat. */
function correlationOf(x: Float64Array, y: Float64Array, lag: number, from: number, to: number): number | undefined {
  let [xx, yy, xy] = [0, 0, 0]
  for (let i = from; i < to; i++) {
    const [one, other] = [x[i] ?? 0, y[i + lag] ?? 0]
    xx += one * one
    yy += other * other
    xy += one * other
  }
  const least = LEAST_MOVEMENT ** 2 * (to - from)
  return xx < least || yy < least ? undefined : xy / Math.sqrt(xx * yy)
}

function agreementAt(x: Float64Array, y: Float64Array, lag: number): number {
  const { from, cells } = overlapAt(x, y, lag)
  let [windows, fitting] = [0, 0]
  for (let at = from; at + WINDOW_CELLS <= from + cells; at += WINDOW_CELLS) {
    const correlation = correlationOf(x, y, lag, at, at + WINDOW_CELLS)
    if (correlation === undefined) continue
    windows += 1
    if (correlation >= FITS) fitting += 1
  }
  return windows === 0 ? 0 : fitting / windows
}

/** Which of several recordings is another bounce of this one. Not sure if a second one is nearly as similar. */
export function mostAlike(
  subject: Float32Array,
  others: readonly (Float32Array | undefined)[],
): { readonly index: number; readonly isSure: boolean } | undefined {
  const alike = others.flatMap((other, index) => {
    const likeness = other && songLikeness(subject, other)
    const verdict = likeness && verdictOf(likeness)
    return likeness && verdict ? [{ index, likeness, verdict }] : []
  })
  const [best, second] = alike.toSorted((one, other) => other.likeness.correlation - one.likeness.correlation)
  if (!best) return undefined
  const isAlone = !second || 1 - second.likeness.correlation >= 2 * (1 - best.likeness.correlation) + 0.02
  return { index: best.index, isSure: best.verdict === 'sure' && isAlone }
}
