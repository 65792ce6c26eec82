import type { Seconds } from '#shared/units.ts'

/** A position or range in a recording with a text, as audio programs store it. */
export interface Marker {
  readonly at: Seconds
  /** Null for a position without length. */
  readonly end: Seconds | null
  /** May have several lines. */
  readonly text: string
}

/** Why an entry of a file was skipped; the texts are in the client. */
export type SkipReason = 'no-time' | 'no-text' | 'bars' | 'frames' | 'no-label' | 'too-many' | 'too-long'

export interface SkippedMarker {
  /** The entry's text, shortened. */
  readonly what: string
  readonly reason: SkipReason
}

export interface MarkersRead {
  readonly markers: readonly Marker[]
  readonly skipped: readonly SkippedMarker[]
}

/** From a list whose times count frames. */
export interface CountedMarkersRead extends MarkersRead {
  /** The list uses drop-frame timecode. */
  readonly drops: boolean
}

/** More than anybody sets in one recording; further entries of a hostile file are skipped. */
export const MOST_MARKERS = 1000
/** The limit of a note's text. */
export const MOST_MARKER_LETTERS = 10_000
/** 100 hours, the limit of a note's time. */
export const LATEST_MARKER: Seconds = 360_000

/** Collects markers in order of time, and skipped entries. */
export class MarkerTray {
  readonly #markers: Marker[] = []
  readonly #skipped: SkippedMarker[] = []

  add({ at, end, text }: Marker): void {
    const trimmed = text.trim()
    if (trimmed === '') return this.skip(text, 'no-text')
    if (!Number.isFinite(at) || at < 0 || at > LATEST_MARKER) return this.skip(trimmed, 'no-time')
    if (trimmed.length > MOST_MARKER_LETTERS) return this.skip(trimmed, 'too-long')
    if (this.#markers.length >= MOST_MARKERS) return this.skip(trimmed, 'too-many')
    this.#markers.push({ at, end: end !== null && end > at && end <= LATEST_MARKER ? end : null, text: trimmed })
  }

  skip(what: string, reason: SkipReason): void {
    if (this.#skipped.length < MOST_MARKERS) this.#skipped.push({ what: what.trim().slice(0, 120), reason })
  }

  read(): MarkersRead {
    return { markers: this.#markers.toSorted((a, b) => a.at - b.at), skipped: this.#skipped }
  }
}
