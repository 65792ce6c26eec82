import { derivedKey } from '#server/storage/version-key.ts'
import { renditionName } from '../rendition-name.ts'
import type { RenditionSpec } from '../renditions.contract.ts'

/** The file that is sent, and for streams the index of its blocks. */
export type RenditionFile = 'body' | 'index'

/** Stored beside the original, like the analysis' files. */
export function renditionKey(
  version: { readonly storage_key: string },
  spec: RenditionSpec,
  file: RenditionFile,
): string {
  return derivedKey(version.storage_key, file === 'index' ? indexName(spec) : bodyName(spec))
}

export function hasIndex({ kind }: RenditionSpec): boolean {
  return kind === 'opus' || kind === 'resampled'
}

function bodyName(spec: RenditionSpec): string {
  switch (spec.kind) {
    case 'opus':
      return 'opus.packets'
    case 'mp3':
      return '320.mp3'
    case 'resampled':
      return `${spec.rate}.flac`
    case 'waveform':
      return `${renditionName(spec)}.dat`
  }
}

function indexName(spec: RenditionSpec): string {
  return spec.kind === 'resampled' ? `${spec.rate}.fidx` : 'opus.fidx'
}
