import type { RenditionWish } from './renditions.contract.ts'

/** The name of a rendition. */
export function renditionName(wish: RenditionWish): string {
  if (wish.kind === 'resampled') return `resampled-${wish.rate}`
  if (wish.kind === 'waveform') return `waveform-${wish.samplesPerPixel}-${wish.channels}`
  return wish.kind
}
