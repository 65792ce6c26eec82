// Load only in the disposable child process.
import type { Change } from '#audio/comparison-result.ts'
import { CELLS_PER_SECOND } from '#audio/loudness-gating.ts'
import { LagFinder } from '#audio/sample-alignment.ts'
import type { Frames, Seconds } from '#shared/units.ts'
import { cutPieces, loudPlaces } from '#server/media/place-pieces.ts'
import type { SampleReader } from '#server/media/sample-reader.ts'

const PIECE: Seconds = 0.65
/** The search range around a sound's place: inserting or removing one beat nearby moves it this far. */
const REACH: Seconds = 0.6
const PLACES_OF_ONE = 3
const MOST_PLACES = 18
/** A fit this good is not coincidence. */
const LEAST_FIT = 0.95

/**
 * Whether a sound of A that seems to differ in B exists there slightly earlier or later: an edit beside it, not a
 * change. Both readers must be at the beginning and have the same rate; `cells` is A's energy grid.
 */
export async function hasMoved(
  a: SampleReader,
  b: SampleReader,
  {
    changes,
    offset,
    cells,
  }: { readonly changes: readonly Change[]; readonly offset: Frames; readonly cells: Float32Array },
): Promise<boolean> {
  const others = changes
    .filter(({ kind }) => kind === 'different')
    .toSorted((one, other) => other.to - other.from - (one.to - one.from))
  const [reach, frames] = [Math.round(REACH * a.sampleRate), Math.round(PIECE * a.sampleRate)]
  const places = others.flatMap(({ from, to }) =>
    loudPlaces(
      cells,
      { from, to: Math.min(to, cells.length / CELLS_PER_SECOND) },
      PIECE,
      Math.min(PLACES_OF_ONE, Math.ceil(to - from)),
    ),
  )
  const stretches = places.slice(0, MOST_PLACES).map((at) => ({ from: Math.round(at * a.sampleRate), frames }))
  if (stretches.length === 0) return false
  const ofA = await cutPieces(a, stretches)
  const ofB = await cutPieces(
    b,
    stretches.map(({ from }) => ({ from: from + offset - reach, frames: frames + 2 * reach })),
  )
  const finder = new LagFinder(frames, reach)
  return ofA.some((piece, i) => {
    const other = ofB[i]
    const found = other && finder.find([{ a: piece, b: other }])
    return found !== undefined && found.lag !== 0 && Math.abs(found.correlation) >= LEAST_FIT
  })
}
