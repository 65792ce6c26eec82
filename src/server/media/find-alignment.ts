// Load only in the disposable child process.
import { matchChannels, mixSides, PLAIN_MATCH } from '#audio/channel-match.ts'
import type { ChannelMatch } from '#audio/channel-match.ts'
import type { Alignment } from '#audio/comparison-result.ts'
import { isSilent, roughOffsets, soundingEnds } from '#audio/envelope-alignment.ts'
import { CELLS_PER_SECOND } from '#audio/loudness-gating.ts'
import { timingOf } from '#audio/alignment-timing.ts'
import type { TimedPlace } from '#audio/alignment-timing.ts'
import { LagFinder, likenessOf, sumOfProducts } from '#audio/sample-alignment.ts'
import type { ExactLag, PlacePair, Sides } from '#audio/sample-alignment.ts'
import type { Frames, Hertz, Seconds } from '#shared/units.ts'
import type { ProbedPlace } from '#audio/comparison-agreement.ts'
import { cutPieces, loudPlaces } from '#server/media/place-pieces.ts'
import type { Stretch } from '#server/media/place-pieces.ts'
import type { SampleReader } from '#server/media/sample-reader.ts'

/**
 * The pieces that are compared sample by sample, and the search range around the offset that the loudness curves
 * suggest.
 */
const PIECE: Seconds = 0.65
const REACH: Seconds = 0.12
const PLACES = 6
/** Places are in the first part of what both have, so that hours of audio are not decoded twice. */
const PLACES_WITHIN: Seconds = 1200
/** Below this the recordings are treated as unrelated. */
const LEAST_CORRELATION = 0.4
/** Spread over A, to find which offset explains which part of it. */
const PROBES = 20
const PROBE: Seconds = 0.2
const PROBE_REACH: Seconds = 0.05
/** A place with a lower fit is not explained by an offset. */
const LEAST_FIT = 0.5
/** Among offsets that explain nearly as much of A, the better fit wins. */
const EXPLAINS_MORE = 0.05
/** Offsets closer than this count as one. */
const SAME_OFFSET: Seconds = 0.05
const MOST_CANDIDATES = 7

/** Energy cells of 10 ms each. */
export interface Grids {
  readonly a: Float32Array
  readonly b: Float32Array
}

/** Of the shorter one. */
export function lengthOf({ a, b }: Grids): Seconds {
  return Math.min(a.length, b.length) / CELLS_PER_SECOND
}

export interface FoundAlignment {
  readonly alignment: Alignment
  readonly channels: ChannelMatch
  readonly probes: readonly ProbedPlace[]
}

interface Candidate {
  readonly offset: Frames
  readonly places: readonly Frames[]
  readonly frames: Frames
}

interface Judged {
  readonly alignment: Omit<Alignment, 'timing'>
  readonly candidate: Candidate
  readonly pairs: readonly PlacePair[]
  /** Each probe, with the search range of B around it. */
  readonly probed: readonly PlacePair[]
  readonly lag: ExactLag
  /** Of each probe; undefined if A is silent there. */
  readonly fits: readonly (number | undefined)[]
  readonly explained: number
}

/**
 * Finds B's offset against A to the sample: candidates from the loudness curves, decided by the samples at a few loud
 * places. Both readers must be at the beginning and have the same rate.
 */
export async function findAlignment(
  a: SampleReader,
  b: SampleReader,
  grids: Grids,
): Promise<FoundAlignment | 'silence' | 'unrelated'> {
  if (isSilent(grids.a) || isSilent(grids.b)) return 'silence'
  const rate = a.sampleRate
  const [reach, probeReach] = [Math.round(REACH * rate), Math.round(PROBE_REACH * rate)]
  const candidates = likelyOffsets(grids)
    .map((seconds) => candidateAt(seconds, grids, rate))
    .filter(({ frames }) => frames > 0)
  const ofA = candidates.flatMap(({ places, frames }) => places.map((from): Stretch => ({ from, frames })))
  const ofB = candidates.flatMap(({ places, frames, offset }) =>
    places.map((from) => around({ from: from + offset, frames }, reach)),
  )
  const probes = probePlaces(grids.a, rate)
  const probesOfB = candidates.flatMap(({ offset }) =>
    probes.map(({ from, frames }) => around({ from: from + offset, frames }, probeReach)),
  )
  const piecesA = await cutPieces(a, [...ofA, ...probes])
  const piecesB = await cutPieces(b, [...ofB, ...probesOfB])
  const finder = new LagFinder(
    candidates.reduce((most, { frames }) => Math.max(most, frames), 1),
    reach,
  )
  // cutPieces returned one piece per stretch.
  const pairAt = (i: number, j: number): PlacePair => ({ a: piecesA[i] as Sides, b: piecesB[j] as Sides })
  const judged = candidates.flatMap((candidate, i): Judged[] => {
    const { offset } = candidate
    const pairs = candidate.places.map((_, place) => pairAt(i * PLACES + place, i * PLACES + place))
    const probed = probes.map((_, p) => pairAt(ofA.length + p, ofB.length + i * probes.length + p))
    const lag = finder.find(pairs)
    if (!lag) return []
    const alignment = {
      offsetFrames: offset + lag.lag,
      confidence: Math.min(1, Math.abs(lag.correlation)),
      inverted: lag.correlation < 0,
    }
    const fits = probed.map(({ a: piece, b: other }) => fitAt(piece, other, probeReach + lag.lag))
    return [
      {
        alignment,
        candidate,
        pairs,
        probed,
        lag,
        fits,
        explained: fits.reduce<number>((sum, fit) => sum + (fit !== undefined && fit >= LEAST_FIT ? fit : 0), 0),
      },
    ]
  })
  const best = choose(judged.filter(({ alignment }) => alignment.confidence >= LEAST_CORRELATION))
  if (!best) return 'unrelated'
  const aligned = best.pairs.map((pair): PlacePair => ({
    a: pair.a,
    b: slice(pair.b, reach + best.lag.lag, pair.a.left.length),
  }))
  const channels = a.channels <= 2 && b.channels <= 2 ? matchChannels(aligned) : PLAIN_MATCH
  // Polarity is decided after the channels are matched: a single channel may be inverted.
  const inverted = aligned.reduce((sum, pair) => sum + productOf(pair, channels), 0) < 0
  const timing = timingOf(timedPlaces(best, { finder, probes, probeReach, rate }), best.lag)
  return { alignment: { ...best.alignment, inverted, timing }, channels, probes: probed(probes, judged, best, rate) }
}

/** The offset of each place and probe on its own. */
function timedPlaces(
  best: Judged,
  {
    finder,
    probes,
    probeReach,
    rate,
  }: {
    readonly finder: LagFinder
    readonly probes: readonly Stretch[]
    readonly probeReach: Frames
    readonly rate: Hertz
  },
): readonly TimedPlace[] {
  const { lag, candidate } = best
  const timed = (from: Frames, one: Omit<TimedPlace, 'at'> | undefined): TimedPlace[] =>
    one ? [{ ...one, at: from / rate }] : []
  const places = best.pairs.flatMap((pair, i) => timed(candidate.places[i] ?? 0, finder.findOne(pair, lag, lag.lag)))
  if (Math.abs(lag.lag) >= probeReach) return places
  const probeFinder = new LagFinder(probes[0]?.frames ?? 1, probeReach)
  return [
    ...places,
    ...best.probed.flatMap((pair, i) => timed(probes[i]?.from ?? 0, probeFinder.findOne(pair, lag, lag.lag))),
  ]
}

function productOf({ a, b }: PlacePair, channels: ChannelMatch): number {
  const [x, y] = [mixSides(a, channels.a), mixSides(b, channels.b)]
  return sumOfProducts(x.left, y.left) + sumOfProducts(x.right, y.right)
}

/** From the loudness curves; also no offset, and a common beginning or end, as after one cut. */
function likelyOffsets(grids: Grids): readonly Seconds[] {
  const [a, b] = [soundingEnds(grids.a), soundingEnds(grids.b)]
  const offsets = roughOffsets(grids.a, grids.b).map(({ seconds }) => seconds)
  for (const seconds of [0, b.to - a.to, b.from - a.from])
    if (!offsets.some((known) => Math.abs(known - seconds) < SAME_OFFSET)) offsets.push(seconds)
  return offsets.slice(0, MOST_CANDIDATES)
}

function candidateAt(seconds: Seconds, grids: Grids, rate: Hertz): Candidate {
  const overlap = {
    from: Math.max(0, -seconds),
    to: Math.min(grids.a.length / CELLS_PER_SECOND, grids.b.length / CELLS_PER_SECOND - seconds),
  }
  const span = { from: overlap.from, to: Math.min(overlap.to, overlap.from + PLACES_WITHIN) }
  const length = Math.min(PIECE, (span.to - span.from) / PLACES)
  return {
    offset: Math.round(seconds * rate),
    frames: Math.floor(length * rate),
    places: loudPlaces(grids.a, span, length, PLACES).map((at) => Math.round(at * rate)),
  }
}

function probePlaces(cells: Float32Array, rate: Hertz): readonly Stretch[] {
  const span = { from: 0, to: Math.min(cells.length / CELLS_PER_SECOND, PLACES_WITHIN) }
  const length = Math.min(PROBE, span.to / PROBES)
  const frames = Math.floor(length * rate)
  return frames > 0
    ? loudPlaces(cells, span, length, PROBES).map((at) => ({ from: Math.round(at * rate), frames }))
    : []
}

function around({ from, frames }: Stretch, reach: Frames): Stretch {
  return { from: from - reach, frames: frames + 2 * reach }
}

function slice({ left, right }: Sides, from: Frames, frames: Frames): Sides {
  return { left: left.subarray(from, from + frames), right: right.subarray(from, from + frames) }
}

function fitAt(a: Sides | undefined, b: Sides | undefined, from: Frames): number | undefined {
  if (!a || !b) return undefined
  const frames = a.left.length
  return from < 0 || from + frames > b.left.length ? 0 : likenessOf(a, slice(b, from, frames))
}

/**
 * The offset that explains most of A; among equals the best fit, then the one nearest to zero, because music repeats
 * itself.
 */
function choose(judged: readonly Judged[]): Judged | undefined {
  return judged.reduce<Judged | undefined>((best, one) => {
    if (!best) return one
    const more = one.explained - best.explained
    if (Math.abs(more) > Math.max(1, EXPLAINS_MORE * best.explained)) return more > 0 ? one : best
    const ahead = one.alignment.confidence - best.alignment.confidence
    const nearer = Math.abs(one.alignment.offsetFrames) < Math.abs(best.alignment.offsetFrames)
    return ahead > 1e-6 || (ahead > -1e-6 && nearer) ? one : best
  }, undefined)
}

function probed(
  probes: readonly Stretch[],
  judged: readonly Judged[],
  best: Judged,
  rate: Hertz,
): readonly ProbedPlace[] {
  const others = judged.filter(
    ({ alignment }) => Math.abs(alignment.offsetFrames - best.alignment.offsetFrames) > SAME_OFFSET * rate,
  )
  return probes.flatMap(({ from }, p): ProbedPlace[] => {
    const fit = best.fits[p]
    return fit === undefined ? [] : [{ at: from / rate, fit, others: others.map(({ fits }) => fits[p] ?? 0) }]
  })
}
