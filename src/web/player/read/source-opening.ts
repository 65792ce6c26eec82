import { flacBlocks, opusBlocks, pcmBlocks } from '../decode/block-map.ts'
import { patience } from './buffering-plan.ts'
import type { DecoderFindings } from '../decode/decoder-check.ts'
import { FlacBlockDecoder } from '../decode/flac-block-decoder.ts'
import { IndexDownload } from './index-download.ts'
import type { BandwidthEstimator } from './bandwidth-estimator.ts'
import { pcmBlockDecoder } from '../decode/pcm-block-decoder.ts'
import { OpusBlockDecoder } from '../decode/opus-block-decoder.ts'
import type { Playable, PlayableSource } from './playable.ts'
import { StreamFailure } from './range-reader.ts'
import { type DecodeFile, SegmentBlockDecoder } from '../decode/segment-block-decoder.ts'
import type { OpenedSource } from './source-feed.ts'

export interface OpeningRequest {
  readonly stream: PlayableSource
  readonly urls: Playable['urls']
  readonly decoders: DecoderFindings
  readonly decodeFile: DecodeFile
  readonly line: BandwidthEstimator
}

/** Reads the layout of a rendition and chooses its decoder. Throws StreamFailure if it can never work. */
export async function openSource(
  { stream, urls, decoders, decodeFile, line }: OpeningRequest,
  signal: AbortSignal,
): Promise<OpenedSource> {
  if (stream.kind === 'pcm') {
    return {
      map: pcmBlocks(stream),
      streamUrl: urls.stream,
      createDecoder: (use) => pcmBlockDecoder(stream.encoding, stream.channels, use),
    }
  }
  if (urls.index === undefined) throw new StreamFailure('refused', 'a stream without the address of its index')
  const download = new IndexDownload({ url: urls.index, signal, patienceMs: patience(line.facts, 0), line })
  const index = await download.head()
  const whenKnown = (block: number): Promise<void> => download.whenKnown(block)
  const inPage =
    (isExact: boolean): OpenedSource['createDecoder'] =>
    (use) =>
      new SegmentBlockDecoder(index, { decodeFile, use, isExact })
  if (index.codec === 'opus') {
    const opened = {
      map: opusBlocks(index),
      streamUrl: urls.stream,
      whenKnown,
      leadBlocks: Math.ceil(index.preRoll / index.blockSize),
    }
    if (await decoders.webCodecsOpus) return { ...opened, createDecoder: (use) => new OpusBlockDecoder(index, use) }
    if (await decoders.pageOpus) return { ...opened, createDecoder: inPage(false) }
    throw new StreamFailure('unsupported', 'no Opus decoder')
  }
  const opened = { map: flacBlocks(index), streamUrl: urls.stream, whenKnown }
  if (!(await decoders.webCodecsFlac)) return { ...opened, createDecoder: inPage(await decoders.pageFlac) }
  return {
    ...opened,
    createDecoder: (use) => new FlacBlockDecoder(index, use),
    findFallback: async () => inPage(await decoders.pageFlac),
  }
}
