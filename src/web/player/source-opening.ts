import { flacBlocks, opusBlocks, pcmBlocks } from './block-map.ts'
import { patience } from './ahead-plan.ts'
import { canDecodeFlac, FlacBlockDecoder } from './flac-block-decoder.ts'
import { IndexDownload } from './index-download.ts'
import type { LineMeter } from './line-meter.ts'
import { pcmBlockDecoder } from './pcm-block-decoder.ts'
import { canDecodeOpus, OpusBlockDecoder } from './opus-block-decoder.ts'
import type { Playable, PlayableSource } from './playable.ts'
import { StreamFailure } from './range-reader.ts'
import { type DecodeFile, SegmentBlockDecoder } from './segment-block-decoder.ts'
import type { OpenedSource } from './source-feed.ts'

export interface OpeningWish {
  readonly stream: PlayableSource
  readonly urls: Playable['urls']
  /** Leave WebCodecs out, as in a browser without it. */
  readonly forceFallback: boolean
  readonly decodeFile: DecodeFile
  readonly line: LineMeter
}

/** Learn how a rendition is laid out and choose its decoder. Throws a StreamFailure where that can never work. */
export async function openSource({ stream, urls, forceFallback, decodeFile, line }: OpeningWish, signal: AbortSignal): Promise<OpenedSource> {
  if (stream.kind === 'pcm') {
    return { map: pcmBlocks(stream), streamUrl: urls.stream, createDecoder: (use) => pcmBlockDecoder(stream.encoding, stream.channels, use) }
  }
  if (urls.index === undefined) throw new StreamFailure('refused', 'a stream without the address of its index')
  const download = new IndexDownload({ url: urls.index, signal, patienceMs: patience(line.facts, 0), line })
  const index = await download.head()
  const whenKnown = (block: number): Promise<void> => download.whenKnown(block)
  if (index.codec === 'opus') {
    if (!(await canDecodeOpus(index))) throw new StreamFailure('unsupported', 'no Opus decoder')
    return { map: opusBlocks(index), streamUrl: urls.stream, whenKnown, leadBlocks: Math.ceil(index.preRoll / index.blockSize), createDecoder: (use) => new OpusBlockDecoder(index, use) }
  }
  const opened = { map: flacBlocks(index), streamUrl: urls.stream, whenKnown }
  const createFallback: OpenedSource['createDecoder'] = (use) => new SegmentBlockDecoder(index, decodeFile, use)
  if (forceFallback || !(await canDecodeFlac(index))) return { ...opened, createDecoder: createFallback }
  return { ...opened, createDecoder: (use) => new FlacBlockDecoder(index, use), createFallback }
}
