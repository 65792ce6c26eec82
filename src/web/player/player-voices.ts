import type { Frames } from '#shared/units.ts'
import { ownFrame, type SourcePlacement } from './mix/source-placement.ts'
import type { LoadedSource, PageToFeeder, SourceId } from './player-messages.ts'
import type { DecoderKind } from './player-state.ts'
import type { FeederNews } from './read/feeder-link.ts'
import type { Playable } from './read/playable.ts'

/** One recording of those that play together. */
export interface Voice extends SourcePlacement {
  readonly playable: Playable
  /** Factor on its samples. */
  readonly gain: number
}

interface OpenVoice extends Voice {
  readonly id: SourceId
  readonly decoder?: DecoderKind
  readonly isRetrying?: boolean
  readonly isReady?: boolean
}

/** The sources that the feeder has open for the player: one recording, or those of a comparison. */
export class PlayerVoices {
  readonly #order: (message: PageToFeeder) => void
  #opened: SourceId = 0
  #voices: readonly OpenVoice[] = []

  constructor(order: (message: PageToFeeder) => void) {
    this.#order = order
  }

  /** Fetches these from `frame` on instead of the present ones. */
  open(voices: readonly Voice[], frame: Frames): void {
    this.close()
    this.#voices = voices.map((voice) => ({
      ...voice,
      id: this.openAhead(voice.playable, ownFrame(voice, frame) ?? 0),
    }))
  }

  close(): void {
    for (const { id } of this.#voices) this.#order({ kind: 'close', source: id })
    this.#voices = []
  }

  /** Opens one more source that plays next; `goOnWith` makes it a voice. */
  openAhead({ source, urls }: Playable, from: Frames): SourceId {
    this.#opened += 1
    this.#order({ kind: 'open', source: this.#opened, stream: source, urls, from })
    return this.#opened
  }

  goOnWith(playable: Playable, id: SourceId, decoder: DecoderKind | undefined): void {
    this.close()
    this.#voices = [{ id, playable, offset: 0, gain: 1, isReady: true, ...(decoder && { decoder }) }]
  }

  prime(frame: Frames): void {
    for (const { id, offset, pieces } of this.#voices)
      // The mixer numbers pieces in its own way, and a second order would cancel its own.
      if (!pieces) this.#order({ kind: 'prime', source: id, from: frame + offset })
  }

  mix(gains: readonly number[]): void {
    this.#voices = this.#voices.map((voice, index) => ({ ...voice, gain: gains[index] ?? 0 }))
  }

  place(places: readonly SourcePlacement[]): void {
    this.#voices = this.#voices.map((voice, index) => ({
      ...voice,
      ...(places[index] ?? { offset: 0, pieces: undefined }),
    }))
  }

  /** The present sources as the mixer needs them. */
  loaded(): readonly LoadedSource[] {
    return this.#voices.map(({ id, offset, pieces, gain }) => ({ id, offset, gain, ...(pieces && { pieces }) }))
  }

  /** Handles a message from the feeder; returns false if it concerns none of these sources. */
  hear(news: FeederNews): boolean {
    if (!this.#voices.some(({ id }) => id === news.source)) return false
    this.#voices = this.#voices.map((voice) => (voice.id === news.source ? { ...voice, ...noteOf(news) } : voice))
    return true
  }

  /** The least direct decoder in use by any of them. */
  get decoder(): DecoderKind | undefined {
    const decoders = this.#voices.map(({ decoder }) => decoder)
    return (
      decoders.find((decoder) => decoder === 'unproven-decode-audio-data') ??
      decoders.find((decoder) => decoder === 'decode-audio-data') ??
      decoders[0]
    )
  }

  get isRetrying(): boolean {
    return this.#voices.some(({ isRetrying }) => isRetrying)
  }

  get areReady(): boolean {
    return this.#voices.every(({ isReady }) => isReady)
  }
}

function noteOf(news: FeederNews): Pick<OpenVoice, 'decoder' | 'isRetrying' | 'isReady'> {
  if (news.kind === 'opened') return { decoder: news.decoder }
  if (news.kind === 'retrying') return { isRetrying: news.isRetrying }
  return news.kind === 'ready' ? { isReady: true } : {}
}
