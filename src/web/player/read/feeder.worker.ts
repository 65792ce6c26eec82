import { CacheBudget } from '../decode/block-cache.ts'
import { checkDecoders, type DecoderFindings, findingsOf } from '../decode/decoder-check.ts'
import { BandwidthEstimator } from './bandwidth-estimator.ts'
import { planePool } from '../decode/plane-pool.ts'
import type { FeederToPage, MixerToFeeder, PageToFeeder, Planes, SourceId } from '../player-messages.ts'
import type { DecodeFile } from '../decode/segment-block-decoder.ts'
import { type FeedLimits, SourceFeed } from './source-feed.ts'
import { openSource } from './source-opening.ts'

/** The global object of a worker; TypeScript's DOM library describes a window instead. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<PageToFeeder>) => void) | null
  postMessage(message: FeederToPage, transfer?: Transferable[]): void
}
const scope: WorkerScope = globalThis as unknown as WorkerScope

const feeds = new Map<SourceId, SourceFeed>()
const limits: FeedLimits = {
  line: new BandwidthEstimator(),
  sources: () => feeds.size,
  cache: new CacheBudget(8 * 2 ** 20),
}
const decoding = new Map<number, PromiseWithResolvers<Planes>>()
const decoders = Promise.withResolvers<DecoderFindings>()
/** WebCodecs failed on blocks that another decoder could decode: do not use it again on this page. */
let webCodecsFailed = false
let requests = 0
/**
 * Makes Chromium collect garbage earlier. The buffer is never touched, so it occupies no memory, but Chromium's
 * collector counts its size. The collector starts when a worker's buffers reach 64 MB, and does not count encoded
 * chunks: with five stems, as much again stayed allocated. As a property of the global object, bundlers do not remove
 * it.
 */
Object.assign(globalThis, { untouched: new ArrayBuffer(32 * 2 ** 20) })
let mixer: MessagePort | undefined

scope.onmessage = ({ data }) => {
  switch (data.kind) {
    case 'decoders':
      learnDecoders(data)
      break
    case 'connect':
      connect(data.port)
      break
    case 'open':
      open(data)
      break
    case 'prime':
      feeds.get(data.source)?.prime(data.from)
      break
    case 'close':
      feeds.get(data.source)?.close()
      feeds.delete(data.source)
      break
    case 'hurry':
      for (const feed of feeds.values()) feed.hurry()
      break
    case 'decoded':
      answerDecoding(data.request, data.planes)
  }
}

function tell(message: FeederToPage, transfer: Transferable[] = []): void {
  scope.postMessage(message, transfer)
}

function learnDecoders({ known, leavesWebCodecs }: Extract<PageToFeeder, { kind: 'decoders' }>): void {
  if (known) {
    decoders.resolve(findingsOf(known))
    return
  }
  const { findings, facts } = checkDecoders(decodeFile, { leavesWebCodecs })
  decoders.resolve(findings)
  void facts.then((facts) => tell({ kind: 'decoders', facts }))
}

function open({ source, stream, urls, from }: Extract<PageToFeeder, { kind: 'open' }>): void {
  const openWith = async (signal: AbortSignal) => {
    const found = await decoders.promise
    return openSource(
      {
        stream,
        urls,
        decoders: webCodecsFailed ? { ...found, webCodecsFlac: Promise.resolve(false) } : found,
        decodeFile,
        line: limits.line,
      },
      signal,
    )
  }
  const feed = new SourceFeed(
    source,
    openWith,
    {
      opened: (decoder) => tell({ kind: 'opened', source, decoder }),
      retrying: (isRetrying) => tell({ kind: 'retrying', source, isRetrying }),
      pace: (pace) => tell({ kind: 'pace', source, pace }),
      ready: () => tell({ kind: 'ready', source }),
      failed: (failure) => tell({ kind: 'failed', source, error: failure.toPlayerError() }),
      fallbackWorked: () => {
        webCodecsFailed = true
      },
    },
    limits,
  )
  feeds.set(source, feed)
  if (mixer) join(feed, mixer)
  feed.prime(from)
}

function connect(port: MessagePort): void {
  mixer?.close()
  mixer = port
  for (const feed of feeds.values()) join(feed, port)
  port.onmessage = ({ data }: MessageEvent<MixerToFeeder>) => {
    const feed = feeds.get(data.source)
    if (data.kind === 'supply') feed?.supply(data)
    else {
      planePool.give(data.buffers)
      feed?.spent(data.token, data.frames)
    }
  }
}

function join(feed: SourceFeed, port: MessagePort): void {
  feed.connect((message, transfer) => port.postMessage(message, transfer))
}

const decodeFile: DecodeFile = (file, sampleRate) => {
  requests += 1
  const answer = Promise.withResolvers<Planes>()
  decoding.set(requests, answer)
  tell({ kind: 'decode', request: requests, file, sampleRate }, [file])
  return answer.promise
}

function answerDecoding(request: number, planes: Planes | undefined): void {
  const answer = decoding.get(request)
  decoding.delete(request)
  if (planes) answer?.resolve(planes)
  else answer?.reject(new Error('decodeAudioData could not decode'))
}
