import type { Planes } from '../player-messages.ts'
import type { DecoderKind } from '../player-state.ts'

/** Turns encoded blocks into samples, one answer per block, in order. */
export interface BlockDecoder {
  readonly kind: DecoderKind
  /**
   * Nothing is carried over from what was drained: a stream that builds on what came before needs its lead-in each
   * time.
   */
  readonly startsAnew?: boolean
  decode(block: number, bytes: Uint8Array<ArrayBuffer>): void
  /** Resolves when every block given so far was answered; rejects when one cannot be decoded. */
  drain(): Promise<void>
  /** Forget what was given and not answered. */
  reset(): void
  close(): void
}

export type UseSamples = (block: number, planes: Planes) => void
