import type { Frames, Hertz } from '#shared/units.ts'
import type { WaveView } from '#web/waveform/view/wave-view.ts'
import { WaveViewport } from '#web/waveform/view/wave-viewport.ts'

export interface RowOffset {
  readonly totalFrames: Frames
  readonly sampleRate: Hertz
  /** In frames of the deck. */
  readonly offset: Frames
  /** Frames of the row for each frame of the deck; 1 if omitted. */
  readonly speed?: number
}

/** The deck's view in one row's own frames, shifted by its offset. Moving one row moves all. */
export class RowViewport extends WaveViewport {
  readonly #deck: WaveViewport
  readonly #place: RowOffset
  #seen?: { readonly deck: WaveView; readonly row: WaveView }

  constructor(deck: WaveViewport, place: RowOffset) {
    super(place.totalFrames, place.sampleRate)
    this.#deck = deck
    this.#place = place
  }

  /** The same object until the deck's changes. */
  override readonly view = (): WaveView => {
    const deck = this.#deck.view()
    if (this.#seen?.deck !== deck) this.#seen = { deck, row: seenFrom(deck, this.#place) }
    return this.#seen.row
  }

  override readonly subscribe = (listener: () => void): (() => void) => this.#deck.subscribe(listener)

  /** Zooming and scrolling count in pixels, which are the same in every row. */
  override change(move: (view: WaveView) => WaveView): void {
    this.#deck.change(move)
  }
}

function seenFrom(
  { startFrame, framesPerPx, widthPx, sampleRate: deckRate }: WaveView,
  { totalFrames, sampleRate, offset, speed = 1 }: RowOffset,
): WaveView {
  const scale = sampleRate / deckRate
  return {
    sampleRate,
    totalFrames,
    widthPx,
    startFrame: (startFrame * speed + offset) * scale,
    framesPerPx: framesPerPx * speed * scale,
  }
}
