// Load only in the disposable child process.
import type { ComparisonResult, SpeedChange } from '#audio/comparison-result.ts'
import { editsOf, withoutOpenEnds, withoutOverlap } from '#audio/pieces/piece-edits.ts'
import type { OpenSegment } from '#audio/pieces/piece-edits.ts'
import type { RenderedPiece } from '#audio/pieces/rendered-pieces.ts'
import type { FoundSpeed } from '#audio/pieces/speed.ts'
import { TRUSTED_TEMPO, tempoOf } from '#audio/tempo.ts'
import type { Seconds } from '#shared/units.ts'
import { isAudibleIn } from '#server/media/audible-cells.ts'
import type { Grids } from '#server/media/find-alignment.ts'

/** Both tempi must account for the speed this closely. */
const TEMPO_FITS = 0.005

/** Shorter gaps are how places differ that are only known to some hundredths of a second. */
const LEAST_EDIT: Seconds = 0.25

/** Rendered, mixed or played again: places are known to some hundredths of a second, and nothing else is compared. */
export function renderedAgain(
  whole: ComparisonResult,
  pieces: readonly RenderedPiece[],
  grids: Grids,
): ComparisonResult {
  return { ...nothingElse(whole), ...partsOf(whole, pieces, { grids, rate: 1 }), speed: null }
}

/** Played faster or slower, or stretched. */
export function atOtherTempo(
  whole: ComparisonResult,
  { rate, later }: FoundSpeed,
  { pieces, grids }: { readonly pieces: readonly RenderedPiece[] | undefined; readonly grids: Grids },
): ComparisonResult {
  const { a, b } = lengthsOf(whole)
  const from = Math.max(0, -later)
  const to = Math.min(a, b / rate - later)
  const along = { from, to, later, likeness: 1, isSure: pieces !== undefined, openStart: 0, openEnd: 0 }
  const found = pieces ?? (to > from ? [along] : [])
  return {
    ...nothingElse(whole),
    ...partsOf(whole, found, { grids, rate }),
    speed: { rate, kind: 'tempo', tempi: tempiOf(grids, rate) },
  }
}

function tempiOf(grids: Grids, rate: number): SpeedChange['tempi'] {
  const [a, b] = [tempoOf(grids.a), tempoOf(grids.b)]
  if (!a || !b || Math.min(a.confidence, b.confidence) < TRUSTED_TEMPO) return null
  const fits = Math.abs((b.beatsPerMinute / a.beatsPerMinute) * rate - 1) < TEMPO_FITS
  return fits ? { a: a.beatsPerMinute, b: b.beatsPerMinute } : null
}

function partsOf(
  whole: ComparisonResult,
  pieces: readonly RenderedPiece[],
  { grids, rate }: { readonly grids: Grids; readonly rate: number },
): Pick<ComparisonResult, 'segments' | 'edits'> {
  const open = withoutOverlap(
    pieces.map(({ from, to, later, likeness, isSure, openStart, openEnd }): OpenSegment => ({
      from,
      to,
      at: (from + later) * rate,
      rate,
      isExact: false,
      isSure,
      openStart,
      openEnd,
      confidence: likeness,
    })),
  )
  return {
    segments: open.flatMap(withoutOpenEnds),
    edits: editsOf(open, lengthsOf(whole), {
      a: (span) => isAudibleIn(grids.a, span),
      b: (span) => isAudibleIn(grids.b, span),
    }).filter(({ a, b }) => Math.max(a.to - a.from, b.to - b.from) >= LEAST_EDIT),
  }
}

function lengthsOf({ frames, sampleRate }: ComparisonResult): { readonly a: Seconds; readonly b: Seconds } {
  return { a: frames.a / sampleRate, b: frames.b / sampleRate }
}

const NO_END = { seconds: 0, audible: false }
const NO_ENDS = { head: NO_END, tail: NO_END }

function nothingElse(whole: ComparisonResult): ComparisonResult {
  return {
    ...whole,
    alignment: null,
    unaligned: null,
    agreement: { isWhole: false, seconds: 0, spans: [] },
    isRenderedAgain: true,
    gain: null,
    overlap: null,
    only: { a: NO_ENDS, b: NO_ENDS },
    residual: null,
    partTiming: null,
    dynamics: null,
    changes: [],
    channelChanges: [],
    isPartlyUnnamed: false,
  }
}
