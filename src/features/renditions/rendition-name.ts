import type { RenditionSpec } from './renditions.contract.ts'

/** The name of a rendition. */
export function renditionName(spec: RenditionSpec): string {
  if (spec.kind === 'resampled') return `resampled-${spec.rate}`
  if (spec.kind === 'waveform') return `waveform-${spec.samplesPerPixel}-${spec.channels}`
  return spec.kind
}
