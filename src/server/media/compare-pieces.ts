// Load only in the disposable child process.
import { matchChannels, mixSides, PLAIN_MATCH } from '#audio/channel-match.ts'
import type { ChannelMatch } from '#audio/channel-match.ts'
import { secondKinds } from '#audio/comparison-agreement.ts'
import { comparisonChanges } from '#audio/comparison-changes.ts'
import { comparisonLevels, LEAST_SAME } from '#audio/comparison-levels.ts'
import type { AlignedSegment, Change, ComparedPair, ComparisonResult, PartTiming } from '#audio/comparison-result.ts'
import { isMostlyUnnamed } from '#audio/unnamed-rest.ts'
import { findMovedPart } from '#audio/pieces/moved-part.ts'
import type { ReducedSound } from '#audio/pieces/reduced-sound.ts'
import type { SeamedPiece } from '#audio/pieces/piece-seams.ts'
import { findPieces, isSameSound, withoutFragments } from '#audio/pieces/find-pieces.ts'
import { finerSlope } from '#audio/pieces/rendered-offset.ts'
import { renderedPieces } from '#audio/pieces/rendered-pieces.ts'
import { editsOf, withoutOpenEnds, withoutOverlap } from '#audio/pieces/piece-edits.ts'
import type { OpenSegment } from '#audio/pieces/piece-edits.ts'
import { withoutReplaced } from '#audio/pieces/replaced-sound.ts'
import { seamedPieces } from '#audio/pieces/piece-seams.ts'
import { sumOfProducts } from '#audio/sample-alignment.ts'
import type { PlacePair } from '#audio/sample-alignment.ts'
import { clockSpeed, otherSpeed, stretchedSound } from '#audio/pieces/speed.ts'
import type { FoundSpeed } from '#audio/pieces/speed.ts'
import { dynamicsChange, energyGain } from '#audio/dynamics-change.ts'
import { hasWidth, widthByBand } from '#audio/band-width.ts'
import { besideDynamics, changedSides, widthChange } from '#audio/stereo-width.ts'
import type { Frames, Hertz, Seconds } from '#shared/units.ts'
import { isAudibleIn } from '#server/media/audible-cells.ts'
import { openPair } from '#server/media/compared-source.ts'
import type { ComparedSource } from '#server/media/compared-source.ts'
import type { Compared } from '#server/media/compared-source.ts'
import { lengthOf } from '#server/media/find-alignment.ts'
import type { Grids } from '#server/media/find-alignment.ts'
import { atOtherTempo, renderedAgain } from '#server/media/other-rendering.ts'
import { readReduced } from '#server/media/reduced-pair.ts'
import { exactPieces, isHeld, isSteady } from '#server/media/segment-offsets.ts'
import type { ExactPiece } from '#server/media/segment-offsets.ts'
import { tallySegments } from '#server/media/tally-segments.ts'

const EXACT = 0.9
/** A second of which less was compared says nothing. */
const LEAST_OF_SECOND = 0.25
/** The share of the pieces, by length, whose offset must be right throughout. */
const HOLDS = 0.8
/** The share of the sample rate up to which a converted recording is as it was. */
const CONVERTED = 0.4
const NO_OFFSET: Seconds = 0.08
const MOST_SEGMENTS = 1000
const MOSTLY = 0.5
/** Of each, a few places of both recordings are in memory at once: 2.5 MB at 48 kHz. No song is cut into more. */
const MOST_PIECES = 100

/**
 * Compares by pieces, each with an offset of its own. Undefined if that says no more than `known`, the comparison with
 * one offset, or what is known of it before both were read to the end.
 */
export async function comparePieces(
  sources: ComparedPair<ComparedSource>,
  grids: Grids,
  known: ComparisonResult,
): Promise<Compared | undefined> {
  const reduced = await readReduced(sources, grids)
  const whole = { ...known, frames: reduced.frames }
  const located = await locate(sources, grids, { whole, reduced })
  if (!located) return undefined
  if ('rendered' in located) return { result: located.rendered, map: NO_MAP }
  const { found, speed, isStereo, late } = located
  const rate = whole.sampleRate
  const places = found.flatMap((piece) => piece.places)
  const channels = isStereo ? matchChannels(places) : PLAIN_MATCH
  const inverted = places.reduce((sum, place) => sum + productOf(place, channels), 0) < 0
  const framed = found.map(({ from, to, offsetFrames }) => {
    // B has nothing before its first sample.
    const first = Math.max(Math.round(from * rate), -offsetFrames)
    return { from: first, to: Math.max(first, Math.round(to * rate)), at: first + offsetFrames }
  })
  const tallied = await tallySegments(sources, framed, { speed, channels, lasting: lengthOf(grids) })
  const seconds = tallied.map((second) => (second && second.frames >= LEAST_OF_SECOND * rate ? second : undefined))
  const kinds = secondKinds(seconds, inverted)
  const levels = comparisonLevels(
    seconds,
    inverted,
    kinds.map((kind) => kind === 'agrees'),
  )
  const agreeing = kinds.filter((kind) => kind === 'agrees').length
  const gain = agreeing >= LEAST_SAME ? levels.gain : null
  const lengths = { a: whole.frames.a / rate, b: whole.frames.b / rate }
  const open = withoutOverlap(
    found.map((piece): OpenSegment => {
      const later = piece.offsetFrames / rate
      const from = Math.max(piece.from, -later)
      return {
        from,
        to: Math.min(piece.to, lengths.a, lengths.b / speed - later),
        at: (from + later) * speed,
        rate: speed,
        isExact: piece.confidence >= EXACT && isSteady(piece),
        isSure: piece.isSure,
        openStart: piece.openStart,
        openEnd: piece.openEnd,
        confidence: piece.confidence,
      }
    }),
  )
  const main = mainPiece(found)
  const { offsetFrames } = main
  const same = seconds.filter((_, second) => kinds[second] === 'agrees' || kinds[second] === 'alike')
  const endSeconds = found.at(-1)?.to ?? 0
  // The conversion of the speed has a filter of its own in the highest bands.
  const highest = speed === 1 ? Infinity : CONVERTED * rate
  const isExact = open.every((segment) => segment.isExact)
  const isHeld = (second: number) => kinds[second] === 'agrees' || kinds[second] === 'alike'
  const held = seconds.map((tally, second) => (isHeld(second) ? tally : undefined))
  const span = { from: found[0]?.from ?? 0, to: endSeconds }
  const width = late || speed !== 1 ? undefined : widthByBand(held, { gain: gain ?? 0, span })
  const placed = open.flatMap(withoutOpenEnds)
  const changes = (
    gain === null ? [] : comparisonChanges(seconds, levels, { inverted, isExact, endSeconds, ...(width && { width }) })
  ).filter((change) => (change.low ?? 0) < highest && isWhereSure(change, placed))
  const segments = withoutReplaced(placed, changes).slice(0, MOST_SEGMENTS)
  const ofAll = [...channels.changes, ...(late || speed !== 1 || hasWidth(changes) ? [] : widthChange(same))]
  const isMain = ({ from, at }: AlignedSegment) => speed === 1 && Math.abs(at - from - offsetFrames / rate) < 0.5 / rate
  const dynamics = gain === null ? null : dynamicsChange(seconds, { changes, cells: grids })
  const result: ComparisonResult = {
    ...whole,
    alignment: { offsetFrames, confidence: main.confidence, inverted, timing: speed === 1 ? 'steady' : 'varies' },
    unaligned: null,
    agreement: { isWhole: false, seconds: agreeing, spans: segments.filter((one) => one.isSure && isMain(one)) },
    segments,
    speed: speed === 1 ? null : { rate: speed, kind: 'clock', tempi: null },
    edits: editsOf(open, lengths, {
      a: (span) => isAudibleIn(grids.a, span),
      b: (span) => isAudibleIn(grids.b, span),
    }),
    gain: dynamics ? energyGain(seconds) : gain,
    identicalAudio: false,
    overlap: { from: Math.max(0, -offsetFrames / rate), to: Math.min(lengths.a, lengths.b - offsetFrames / rate) },
    only: onlyOf(lengths, offsetFrames / rate, grids),
    residual: levels.wholeResidual,
    changes: dynamics || late ? changes.filter(({ kind }) => kind === 'muted' || kind === 'added') : changes,
    partTiming: late,
    dynamics,
    isPartlyUnnamed: gain !== null && !dynamics && !late && isMostlyUnnamed(seconds, { changes, inverted }),
    channelChanges: dynamics
      ? besideDynamics(ofAll)
      : late || ofAll.length + changes.length > 0
        ? ofAll
        : changedSides(same),
  }
  return {
    result,
    map: {
      seconds: seconds.length,
      level: (second, band) => (isHeld(second) ? (levels.level[second]?.[band] ?? Number.NaN) : Number.NaN),
      residual: (second) => levels.residual[second] ?? Number.NaN,
    },
  }
}

/** What differs where the place itself is unsure may be another round of a loop. */
function isWhereSure(change: Change, segments: readonly AlignedSegment[]): boolean {
  const unsure = segments
    .filter(({ isSure }) => !isSure)
    .reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, change.to) - Math.max(from, change.from)), 0)
  return unsure <= MOSTLY * (change.to - change.from)
}

const NO_MAP: Compared['map'] = { seconds: 0, level: () => Number.NaN, residual: () => Number.NaN }
/** The share of the shorter recording that pieces must explain, or other speeds are tried. */
const EXPLAINED = 0.5
/** Less is coincidence, or a sample of one song in another. */
const LEAST_EXPLAINED = 0.4
/** A slope of less than this from the first to the last place is rounding. */
const LEAST_SLOPE: Frames = 0.1
/** From one end to the other; less is no drift. */
const LEAST_DRIFT: Frames = 0.75

interface Located {
  readonly found: readonly ExactPiece[]
  /** Seconds of B for each second of A. */
  readonly speed: number
  readonly isStereo: boolean
  readonly late: PartTiming | null
}

/** The pieces, at whatever speed they are; undefined if that says no more than `whole`. */
async function locate(
  sources: ComparedPair<ComparedSource>,
  grids: Grids,
  { whole, reduced }: { readonly whole: ComparisonResult; readonly reduced: Awaited<ReturnType<typeof readReduced>> },
): Promise<Located | { readonly rendered: ComparisonResult } | undefined> {
  const { a, b, factor } = reduced
  const piecesAt = (rate: number) => {
    const pair = { a, b: rate === 1 ? b : stretchedSound(b, rate) }
    return seamedPieces(withoutFragments(findPieces(pair.a, pair.b)), pair)
  }
  const exactly = async (pieces: readonly SeamedPiece[], speed: number) => {
    const pair = await openPair(sources, speed)
    const found = await exactPieces(pair, pieces, { cells: grids.a, factor })
    return { found, isStereo: pair.a.channels <= 2 && pair.b.channels <= 2 }
  }
  const clock = whole.agreement?.isWhole ? undefined : clockSpeed(a, b)
  const base = baseOffset(whole, factor)
  const late = clock ? undefined : findMovedPart(a, b, base)
  if (late) return { ...(await exactly([wholePiece(a, b, base)], 1)), speed: 1, late }
  let pieces = piecesAt(clock?.rate ?? 1)
  let speed = clock?.rate ?? 1
  const explained = pieces.reduce((sum, { from, to }) => sum + to - from, 0)
  const shorter = Math.min(a.left.length, b.left.length) / a.sampleRate
  if (!clock && !whole.agreement?.isWhole && explained < EXPLAINED * shorter) {
    const other = otherSpeed(a, b)
    if (other && !other.isSameSound) return { rendered: atTempo(whole, other, { a, b, grids }) }
    if (other) [speed, pieces] = [other.rate, piecesAt(other.rate)]
    else {
      const again = isSameSound(a, b) ? undefined : renderedPieces(a, b)
      if (again) return { rendered: renderedAgain(whole, again, grids) }
      if (explained < LEAST_EXPLAINED * shorter) return undefined
    }
  }
  if (pieces.length === 0 || pieces.length > MOST_PIECES) return undefined
  let { found, isStereo } = await exactly(pieces, speed)
  if (speed !== 1) {
    const slope = commonSlope(found, whole.sampleRate)
    const span = (found.at(-1)?.to ?? 0) * whole.sampleRate
    if (slope !== undefined && Math.abs(slope) * span > LEAST_SLOPE) {
      speed *= 1 + slope
      ;({ found, isStereo } = await exactly(pieces, speed))
    }
  }
  if (!holds(found)) return undefined
  // The clocks agree after all: what seemed to drift is something else, such as a channel that is late.
  if (speed !== 1 && Math.abs(speed - 1) * shorter * whole.sampleRate < LEAST_DRIFT) return undefined
  const held = speed === 1 ? found.filter(isHeld) : found
  return speed !== 1 || saysMore(held, whole) ? { found: held, speed, isStereo, late: null } : undefined
}

/** The tempo once more by the longest piece, as a line through many pieces is not exact. */
function atTempo(
  whole: ComparisonResult,
  speed: FoundSpeed,
  { a, b, grids }: { readonly a: ReducedSound; readonly b: ReducedSound; readonly grids: Grids },
): ComparisonResult {
  const pieces = renderedPieces(a, stretchedSound(b, speed.rate))
  const [longest] = pieces?.toSorted((one, other) => other.to - other.from - (one.to - one.from)) ?? []
  if (!longest) return atOtherTempo(whole, speed, { pieces, grids })
  const rate = speed.rate * (1 + finerSlope(a, stretchedSound(b, speed.rate), longest))
  const finer = renderedPieces(a, stretchedSound(b, rate))
  return atOtherTempo(whole, finer ? { ...speed, rate } : speed, { pieces: finer ?? pieces, grids })
}

/** A part that is a little late may have decided the offset: the files' own time is right for the rest. */
function baseOffset({ alignment, sampleRate }: ComparisonResult, factor: number): Frames {
  const offset = alignment?.offsetFrames ?? 0
  return Math.abs(offset) < NO_OFFSET * sampleRate ? 0 : Math.round(offset / factor)
}

function wholePiece(a: ReducedSound, b: ReducedSound, later: Frames): SeamedPiece {
  const from = Math.max(0, -later) / a.sampleRate
  const to = Math.min(a.left.length, b.left.length - later) / a.sampleRate
  return { from, to, later, likeness: 1, isSure: true, openStart: 0, openEnd: 0 }
}

/** Offsets that change within the pieces are no offsets: then nothing is known about seams either. */
function holds(found: readonly ExactPiece[]): boolean {
  const total = (pieces: readonly ExactPiece[]) => pieces.reduce((sum, { from, to }) => sum + to - from, 0)
  return total(found.filter(isSteady)) >= HOLDS * total(found)
}

/** The slope that the places of all pieces share, in frames per frame. */
function commonSlope(found: readonly ExactPiece[], sampleRate: Hertz): number | undefined {
  const slopes = found.flatMap(({ lags, from, to }) => {
    const clear = lags.filter(({ likeness }) => likeness >= 0.8)
    const [first, last] = [clear[0], clear.at(-1)]
    return first && last && last.at - first.at > (to - from) / 3
      ? [{ slope: last.lag - first.lag, seconds: last.at - first.at }]
      : []
  })
  const seconds = slopes.reduce((sum, one) => sum + one.seconds, 0)
  return seconds > 0 ? slopes.reduce((sum, one) => sum + one.slope, 0) / (seconds * sampleRate) : undefined
}

/** Several pieces, or one where nothing was found before. */
function saysMore(found: readonly ExactPiece[], { alignment, agreement }: ComparisonResult): boolean {
  const [first] = found
  if (!first) return false
  if (found.length > 1) return true
  if (alignment === null) return true
  return !agreement?.isWhole && alignment.timing === 'steady' && first.isSure
}

function mainPiece(found: readonly ExactPiece[]): ExactPiece {
  return found.reduce((best, one) => (one.to - one.from > best.to - best.from ? one : best))
}

function productOf({ a, b }: PlacePair, channels: ChannelMatch): number {
  const [x, y] = [mixSides(a, channels.a), mixSides(b, channels.b)]
  return sumOfProducts(x.left, y.left) + sumOfProducts(x.right, y.right)
}

/** What only one of them has before and after the overlap of the main piece's offset. */
function onlyOf(lengths: ComparedPair<Seconds>, later: Seconds, grids: Grids): ComparisonResult['only'] {
  const end = (cells: Float32Array, from: Seconds, to: Seconds) => ({
    seconds: Math.max(0, to - from),
    audible: isAudibleIn(cells, { from, to }),
  })
  return {
    a: {
      head: end(grids.a, 0, Math.max(0, -later)),
      tail: end(grids.a, Math.min(lengths.a, lengths.b - later), lengths.a),
    },
    b: {
      head: end(grids.b, 0, Math.max(0, later)),
      tail: end(grids.b, Math.min(lengths.b, lengths.a + later), lengths.b),
    },
  }
}
