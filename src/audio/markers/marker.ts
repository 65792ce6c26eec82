import type { Seconds } from '#shared/units.ts'

/** A place in a recording with words, as programs for sound keep it. */
export interface Marker {
  readonly at: Seconds
  /** Null for a moment. */
  readonly end: Seconds | null
  /** May have several lines. */
  readonly text: string
}

/** Why something in a file becomes no marker; words for these live with the screens. */
export type SkipReason = 'no-time' | 'no-text' | 'bars' | 'frames' | 'no-label' | 'too-many' | 'too-long'

export interface SkippedMarker {
  /** What stands there, shortened. */
  readonly what: string
  readonly reason: SkipReason
}

export interface MarkersRead {
  readonly markers: readonly Marker[]
  readonly skipped: readonly SkippedMarker[]
}

/** Of a list whose times count frames. */
export interface CountedMarkersRead extends MarkersRead {
  /** Numbers were left out: its hours are those of drop frame. */
  readonly drops: boolean
}

/** More than anybody leaves on one recording; what a hostile file has beyond it is skipped. */
export const MOST_MARKERS = 1000
/** As a note has it. */
export const MOST_MARKER_LETTERS = 10_000
/** 100 hours, as a note has it. */
export const LATEST_MARKER: Seconds = 360_000

/** Collects what a reader finds, in the order of the music, and what it cannot take. */
export class MarkerTray {
  readonly #markers: Marker[] = []
  readonly #skipped: SkippedMarker[] = []

  add({ at, end, text }: Marker): void {
    const words = text.trim()
    if (words === '') return this.skip(text, 'no-text')
    if (!Number.isFinite(at) || at < 0 || at > LATEST_MARKER) return this.skip(words, 'no-time')
    if (words.length > MOST_MARKER_LETTERS) return this.skip(words, 'too-long')
    if (this.#markers.length >= MOST_MARKERS) return this.skip(words, 'too-many')
    this.#markers.push({ at, end: end !== null && end > at && end <= LATEST_MARKER ? end : null, text: words })
  }

  skip(what: string, reason: SkipReason): void {
    if (this.#skipped.length < MOST_MARKERS) this.#skipped.push({ what: what.trim().slice(0, 120), reason })
  }

  read(): MarkersRead {
    return { markers: this.#markers.toSorted((a, b) => a.at - b.at), skipped: this.#skipped }
  }
}
