import type { PcmEncoding } from '#audio/stream-source.ts'
import type { BlockDecoder, UseSamples } from './block-decoder.ts'
import { decodePcm } from './pcm-decoding.ts'

export function pcmBlockDecoder(encoding: PcmEncoding, channels: number, use: UseSamples): BlockDecoder {
  return {
    kind: 'pcm',
    decode: (block, bytes) => use(block, decodePcm(bytes, encoding, channels)),
    drain: () => Promise.resolve(),
    reset: () => {},
    close: () => {},
  }
}
