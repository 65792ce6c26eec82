import type { Frames } from '#shared/units.ts'

/** From frame `from` until `to`, a source plays its own frames, `offset` later. May begin or end at infinity. */
export interface SourcePiece {
  readonly from: Frames
  readonly to: Frames
  readonly offset: Frames
}

/** Where a source's sound is on the mixer's clock. */
export interface SourcePlacement {
  /** At the mixer's frame 0, it plays its frame `offset`. */
  readonly offset: Frames
  /** If its parts have offsets of their own: these instead, in order; between them it is silent. */
  readonly pieces?: readonly SourcePiece[] | undefined
}

/** Its parts on the clock. */
export function piecesOf({ offset, pieces }: SourcePlacement): readonly SourcePiece[] {
  return pieces ?? [{ from: -Infinity, to: Infinity, offset }]
}

/** The source's own frame at a frame of the clock; undefined where it has nothing. */
export function ownFrame(placement: SourcePlacement, frame: Frames): Frames | undefined {
  const piece = pieceAt(piecesOf(placement), frame)
  return piece && frame + piece.offset
}

export function pieceAt(pieces: readonly SourcePiece[], frame: Frames): SourcePiece | undefined {
  return pieces.find(({ from, to }) => frame >= from && frame < to)
}

/** The end on the clock of a recording of this length. */
export function placedEnd(placement: SourcePlacement, totalFrames: Frames): Frames {
  return piecesOf(placement).reduce((most, { from, to, offset }) => {
    const end = Math.min(to, totalFrames - offset)
    return end > from ? Math.max(most, end) : most
  }, 0)
}

/**
 * The frame of the clock from which on a source plays something else if its placement is replaced and frame numbers
 * grow by `shift`; Infinity if it never does.
 */
export function agreesUntil(before: SourcePlacement, after: SourcePlacement, shift: Frames, from: Frames): Frames {
  const [old, next] = [piecesOf(before), piecesOf(after)]
  let frame = from
  while (frame < Infinity) {
    const [one, other] = [pieceAt(old, frame), pieceAt(next, frame + shift)]
    if (one?.offset !== (other && other.offset + shift)) return frame
    frame = Math.min(
      one?.to ?? nextStart(old, frame),
      other ? other.to - shift : nextStart(next, frame + shift) - shift,
    )
  }
  return Infinity
}

function nextStart(pieces: readonly SourcePiece[], frame: Frames): Frames {
  return pieces.find(({ from }) => from > frame)?.from ?? Infinity
}

export function isSamePlacement(one: SourcePlacement, other: SourcePlacement): boolean {
  const [pieces, others] = [piecesOf(one), piecesOf(other)]
  return (
    pieces.length === others.length &&
    pieces.every(({ from, to, offset }, i) => {
      const beside = others[i]
      return beside?.from === from && beside.to === to && beside.offset === offset
    })
  )
}
