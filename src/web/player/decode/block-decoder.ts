import type { Planes } from '../player-messages.ts'
import type { DecoderKind } from '../player-state.ts'

/** Decodes encoded blocks into samples, one result per block, in order. */
export interface BlockDecoder {
  readonly kind: DecoderKind
  /**
   * The decoder keeps no state after `drain`: a codec that depends on preceding packets needs its lead-in each time.
   */
  readonly startsAnew?: boolean
  decode(block: number, bytes: Uint8Array<ArrayBuffer>): void
  /** Resolves when every block so far has a result; rejects if one cannot be decoded. */
  drain(): Promise<void>
  /** Discards blocks without a result. */
  reset(): void
  close(): void
}

export type UseSamples = (block: number, planes: Planes) => void
