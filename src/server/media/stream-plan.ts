import { isFlacRate } from '#audio/flac-stream-info.ts'
import type { PcmLayout } from '#audio/pcm-format.ts'
import type { Hertz } from '#shared/units.ts'
import type { RenditionPlan } from '#server/media/child-protocol.ts'

/** What a rendition must represent. */
export interface DecodedSource {
  readonly sampleRate: Hertz
  readonly channels: number
  /** Bits of integer samples; null for floats and for lossy codecs. */
  readonly integerBits: number | null
  readonly lossless: boolean
}

export type StreamPlan =
  /** Encode; `exact` says whether FLAC preserves every bit of the source. */
  | { readonly kind: 'encode'; readonly bits: 16 | 24; readonly exact: boolean }
  /** The original is FLAC that a player can fetch block by block. */
  | { readonly kind: 'index' }
  | { readonly kind: 'pcm'; readonly layout: PcmLayout }
  | { readonly kind: 'impossible' }

const FLAC_CHANNELS = 8

/** How a version will be streamed. `original` describes the upload if it is plain PCM or native FLAC. */
export function planStream(
  source: DecodedSource,
  original: { readonly pcm: PcmLayout | null; readonly indexableFlac: boolean },
  plan: RenditionPlan,
): StreamPlan {
  const fits = source.channels <= FLAC_CHANNELS && isFlacRate(source.sampleRate)
  const exact = fits && (!source.lossless || (source.integerBits !== null && source.integerBits <= 24))
  if (exact && original.indexableFlac && plan !== 'encode') return { kind: 'index' }
  if (exact) return encodePlan(source.integerBits)
  if (original.pcm && matches(original.pcm, source)) return { kind: 'pcm', layout: original.pcm }
  return fits ? { ...encodePlan(source.integerBits), exact } : { kind: 'impossible' }
}

/** The FLAC width for integers of this many bits, or, for floats (null), the best possible. */
export function encodePlan(integerBits: number | null): {
  readonly kind: 'encode'
  readonly bits: 16 | 24
  readonly exact: boolean
} {
  return { kind: 'encode', bits: integerBits !== null && integerBits <= 16 ? 16 : 24, exact: true }
}

function matches(layout: PcmLayout, source: DecodedSource): boolean {
  return layout.sampleRate === source.sampleRate && layout.channels === source.channels
}
