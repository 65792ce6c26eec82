// Loaded in the disposable child only.
import type { Alignment } from '#audio/comparison-result.ts'
import { isSilent, roughOffsets } from '#audio/envelope-alignment.ts'
import { CELLS_PER_SECOND } from '#audio/loudness-gating.ts'
import { LagFinder } from '#audio/sample-alignment.ts'
import type { PlacePair } from '#audio/sample-alignment.ts'
import type { Frames, Hertz, Seconds } from '#shared/units.ts'
import { cutPieces, loudPlaces } from '#server/media/place-pieces.ts'
import type { Stretch } from '#server/media/place-pieces.ts'
import type { SampleReader } from '#server/media/sample-reader.ts'

/** What is compared sample by sample, and how far to either side of what the loudness curves suggest. */
const PIECE: Seconds = 0.65
const REACH: Seconds = 0.12
const PLACES = 6
/** Places lie in the first part of what both have, so that hours need not be decoded twice. */
const PLACES_WITHIN: Seconds = 1200
/** Below it two recordings are not said to be of the same thing. */
const LEAST_CORRELATION = 0.4

/** Of energy cells, 10 ms each. */
export interface Grids {
  readonly a: Float32Array
  readonly b: Float32Array
}

interface Candidate {
  readonly offset: Frames
  readonly places: readonly Frames[]
  readonly frames: Frames
}

/**
 * How B lies against A, to the sample: candidates from the loudness curves, decided by the samples of a few loud places.
 * Both readers stand at the beginning and have the same rate.
 */
export async function findAlignment(a: SampleReader, b: SampleReader, grids: Grids): Promise<Alignment | 'silence' | 'unrelated'> {
  if (isSilent(grids.a) || isSilent(grids.b)) return 'silence'
  const rate = a.sampleRate
  const suggestions = new Set([...roughOffsets(grids.a, grids.b).map(({ seconds }) => seconds), 0])
  const candidates = [...suggestions].map((seconds) => candidateAt(seconds, grids, rate)).filter(({ frames }) => frames > 0)
  const reach = Math.round(REACH * rate)
  const ofA = candidates.flatMap(({ places, frames }) => places.map((from): Stretch => ({ from, frames })))
  const ofB = candidates.flatMap(({ places, frames, offset }) => places.map((from): Stretch => ({ from: from + offset - reach, frames: frames + 2 * reach })))
  const piecesA = await cutPieces(a, ofA)
  const piecesB = await cutPieces(b, ofB)
  const pairs = piecesA.flatMap((piece, i): PlacePair[] => (piecesB[i] ? [{ a: piece, b: piecesB[i] }] : []))
  return decide(candidates, pairs, reach)
}

function candidateAt(seconds: Seconds, grids: Grids, rate: Hertz): Candidate {
  const overlap = { from: Math.max(0, -seconds), to: Math.min(grids.a.length / CELLS_PER_SECOND, grids.b.length / CELLS_PER_SECOND - seconds) }
  const span = { from: overlap.from, to: Math.min(overlap.to, overlap.from + PLACES_WITHIN) }
  const length = Math.min(PIECE, (span.to - span.from) / PLACES)
  return { offset: Math.round(seconds * rate), frames: Math.floor(length * rate), places: loudPlaces(grids.a, span, length, PLACES).map((at) => Math.round(at * rate)) }
}

/** The best fit; of equally good ones the nearest to no offset at all, as music repeats itself. */
function decide(candidates: readonly Candidate[], pairs: readonly PlacePair[], reach: Frames): Alignment | 'unrelated' {
  const finder = new LagFinder(candidates.reduce((most, { frames }) => Math.max(most, frames), 1), reach)
  let best: Alignment | undefined
  candidates.forEach(({ offset }, i) => {
    const lag = finder.find(pairs.slice(i * PLACES, (i + 1) * PLACES))
    if (!lag) return
    const found = { offsetFrames: offset + lag.lag, confidence: Math.min(1, Math.abs(lag.correlation)), inverted: lag.correlation < 0 }
    const ahead = found.confidence - (best?.confidence ?? 0)
    if (!best || ahead > 1e-6 || (ahead > -1e-6 && Math.abs(found.offsetFrames) < Math.abs(best.offsetFrames))) best = found
  })
  return best && best.confidence >= LEAST_CORRELATION ? best : 'unrelated'
}
