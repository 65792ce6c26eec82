import { parseFrameIndex } from '#audio/frame-index.ts'
import { isProxys } from '#web/api/failed-request.ts'
import type { BlockDecoder, UseSamples } from '#web/player/decode/block-decoder.ts'
import { type BlockMap, flacBlocks, pcmBlocks } from '#web/player/decode/block-map.ts'
import { FlacBlockDecoder } from '#web/player/decode/flac-block-decoder.ts'
import { KeptDecoders } from '#web/player/decode/kept-decoders.ts'
import { decodeInPage } from '#web/player/decode/page-decoding.ts'
import { pcmBlockDecoder } from '#web/player/decode/pcm-block-decoder.ts'
import { SegmentBlockDecoder } from '#web/player/decode/segment-block-decoder.ts'
import type { Playable } from '#web/player/read/playable.ts'

/** What is needed to decode a recording's samples. */
export interface OpenedSamples {
  readonly map: BlockMap
  /** Possible decoders, the best first. */
  readonly decoders: readonly ((use: UseSamples) => BlockDecoder)[]
}

/** An error that a retry cannot fix. */
export class NoSamples extends Error {}

export async function openSamples(
  { source, urls }: Pick<Playable, 'source' | 'urls'>,
  signal: AbortSignal,
): Promise<OpenedSamples> {
  if (source.kind === 'pcm')
    return { map: pcmBlocks(source), decoders: [(use) => pcmBlockDecoder(source.encoding, source.channels, use)] }
  if (urls.index === undefined) throw new NoSamples('FLAC without the address of its index')
  const index = parseFrameIndex(await fetchBytes(urls.index, undefined, signal))
  const inPage = (use: UseSamples): BlockDecoder =>
    new SegmentBlockDecoder(index, { decodeFile: decodeInPage, use, isExact: false })
  const quick = (use: UseSamples): BlockDecoder => new FlacBlockDecoder(index, use)
  // Use WebCodecs only if the player has found that it works here: a failing decoder can crash the page's process.
  return { map: flacBlocks(index), decoders: new KeptDecoders().facts()?.webCodecsFlac ? [quick, inPage] : [inPage] }
}

/** Bytes `start` to `end` (exclusive), or all. */
export async function fetchBytes(
  url: string,
  range: { readonly start: number; readonly end: number } | undefined,
  signal: AbortSignal,
): Promise<ArrayBuffer> {
  // Chromium's disk cache handles only one request per URL at a time, and the player reads the same URL.
  const options: RequestInit = range
    ? { headers: { range: `bytes=${range.start}-${range.end - 1}` }, cache: 'no-store' }
    : {}
  const response = await fetch(url, { ...options, credentials: 'same-origin', priority: 'low', signal })
  if (!isProxys(response) && response.status >= 400 && response.status < 500)
    throw new NoSamples(`status ${response.status}`)
  const bytes = await response.arrayBuffer()
  if (response.status !== (range ? 206 : 200) || (range && bytes.byteLength !== range.end - range.start))
    throw new Error(`status ${response.status} with ${bytes.byteLength} bytes`)
  return bytes
}
