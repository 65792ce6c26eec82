import { derivedKey } from '#server/storage/version-key.ts'
import { renditionName } from '../rendition-name.ts'
import type { RenditionWish } from '../renditions.contract.ts'

/** The file that is sent, and for streams the index of its blocks. */
export type RenditionFile = 'body' | 'index'

/** Stored beside the original, like the analysis' files. */
export function renditionKey(
  version: { readonly storage_key: string },
  wish: RenditionWish,
  file: RenditionFile,
): string {
  return derivedKey(version.storage_key, file === 'index' ? indexName(wish) : bodyName(wish))
}

export function hasIndex({ kind }: RenditionWish): boolean {
  return kind === 'opus' || kind === 'resampled'
}

function bodyName(wish: RenditionWish): string {
  switch (wish.kind) {
    case 'opus':
      return 'opus.packets'
    case 'mp3':
      return '320.mp3'
    case 'resampled':
      return `${wish.rate}.flac`
    case 'waveform':
      return `${renditionName(wish)}.dat`
  }
}

function indexName(wish: RenditionWish): string {
  return wish.kind === 'resampled' ? `${wish.rate}.fidx` : 'opus.fidx'
}
