import type { Frames } from '#shared/units.ts'
import { BlockCache, type CacheBudget } from '../decode/block-cache.ts'
import { BlockCutter } from '../decode/block-cutter.ts'
import type { BlockDecoder, UseSamples } from '../decode/block-decoder.ts'
import { blockAt, type BlockMap, blockSpan, blockStart } from '../decode/block-map.ts'
import { pieceAt, piecesOf, placedEnd, type SourcePlacement } from '../mix/source-placement.ts'
import type { FeederToMixer, Planes, SourceId, SupplyOrder } from '../player-messages.ts'
import type { DecoderKind } from '../player-state.ts'
import { type LinePace, musicBytesPerSecond, planBuffering } from './buffering-plan.ts'
import type { BandwidthEstimator } from './bandwidth-estimator.ts'
import { StreamFailure } from './range-reader.ts'
import { RetryingReader } from './retrying-reader.ts'

/** A source with a known layout and a decoder. */
export interface OpenedSource {
  readonly map: BlockMap
  readonly streamUrl: string
  /** For an index that arrives gradually: resolves once the map knows where a block begins. */
  readonly whenKnown?: (block: number) => Promise<void>
  /** Number of blocks to decode and discard before the target of a jump. */
  readonly leadBlocks?: number
  readonly createDecoder: (use: UseSamples) => BlockDecoder
  /** A second decoder, used when the first fails. */
  readonly findFallback?: () => Promise<(use: UseSamples) => BlockDecoder>
}

export interface FeedOutlets {
  readonly opened: (decoder: DecoderKind) => void
  readonly retrying: (isRetrying: boolean) => void
  /** How the network keeps up with the music, after each request. */
  readonly pace?: (pace: LinePace) => void
  /** The first samples of the latest order are decoded. */
  readonly ready: () => void
  readonly failed: (failure: StreamFailure) => void
  /** The second decoder decoded what the first failed at, so the first decoder is at fault and not the file. */
  readonly fallbackWorked?: () => void
}

export type Send = (message: FeederToMixer, transfer: ArrayBuffer[]) => void

/** How much to fetch before the user presses play. */
const PRIMED_SECONDS = 1.5
const FIRST_PIECE_SECONDS = 0.5

/** Limits that the sources of one page share. */
export interface FeedLimits {
  readonly line: BandwidthEstimator
  /** How many sources share network and memory. */
  readonly sources: () => number
  /** For encoded blocks of all sources. */
  readonly cache: CacheBudget
}

/**
 * Fetches and decodes one source in the order in which the mixer needs it, a few seconds ahead. A new order cancels the
 * one before and its requests. After a broken connection, fetching resumes at the first missing block.
 */
export class SourceFeed {
  readonly #id: SourceId
  readonly #outlets: FeedOutlets
  readonly #open: (signal: AbortSignal) => Promise<OpenedSource>
  readonly #closing = new AbortController()
  readonly #limits: FeedLimits
  readonly #cache: BlockCache
  readonly #line: RetryingReader
  #send?: Send
  #held: Extract<FeederToMixer, { kind: 'chunk' | 'end' }>[] = []
  #order?: SupplyOrder
  #running = new AbortController()
  #ahead: Frames = 0
  #source?: Promise<OpenedSource>
  #decoder?: BlockDecoder
  #useFallback = false
  #wanted: { readonly from: Frames; readonly until: Frames } = { from: 0, until: 0 }
  #emitted: Frames = 0
  /** How far the recording's frames are ahead of the order's in the piece that is being decoded. */
  #offset: Frames = 0
  /** The block that continues the decoder's last one; -1 after a reset. */
  #nextBlock = -1
  #map?: BlockMap
  #isReady = false
  #wakeRoom: () => void = () => {}

  constructor(
    id: SourceId,
    open: (signal: AbortSignal) => Promise<OpenedSource>,
    outlets: FeedOutlets,
    limits: FeedLimits,
  ) {
    this.#id = id
    this.#limits = limits
    this.#cache = new BlockCache(limits.cache)
    this.#line = new RetryingReader(limits.line, outlets.retrying)
    this.#open = open
    this.#outlets = outlets
  }

  /** Sends samples to this mixer from now on, as soon as it orders them. */
  connect(send: Send): void {
    if (this.#order && this.#order.token !== 0) {
      this.#cancelRun()
      this.#order = undefined
    }
    this.#send = send
  }

  /** Prefetches about a second from `from` on; an order from the same frame continues. */
  prime(from: Frames): void {
    // The mixer may have ordered before the page could prefetch.
    if (this.#order?.from === from) return
    this.#begin({ kind: 'supply', source: this.#id, token: 0, from, queued: 0 })
  }

  supply(order: SupplyOrder): void {
    const primed = this.#order
    if (primed?.token === 0 && primed.from === order.from && !order.loop && !order.pieces && order.queued === 0) {
      this.#order = order
      for (const message of this.#held.splice(0)) this.#deliver(message)
      this.#wakeRoom()
      return
    }
    this.#begin(order)
  }

  spent(token: number, frames: Frames): void {
    if (token !== this.#order?.token) return
    this.#ahead -= frames
    this.#wakeRoom()
  }

  /** Retries now instead of waiting, and treats a silent connection as dead. */
  hurry(): void {
    this.#line.hurry()
  }

  close(): void {
    this.#closing.abort()
    this.#cancelRun()
    this.#decoder?.close()
    this.#cache.clear()
  }

  #begin(order: SupplyOrder): void {
    this.#cancelRun()
    this.#running = new AbortController()
    this.#held = []
    this.#isReady = false
    this.#order = order
    this.#ahead = order.queued
    this.#decoder?.reset()
    this.#nextBlock = -1
    const { signal } = this.#running
    this.#run(order, signal).catch((error: unknown) => {
      if (signal.aborted) return
      this.#outlets.failed(error instanceof StreamFailure ? error : new StreamFailure('damaged', String(error)))
    })
  }

  #cancelRun(): void {
    this.#running.abort()
    this.#wakeRoom()
    this.#line.wake()
  }

  async #run({ from, loop, pieces }: SupplyOrder, signal: AbortSignal): Promise<void> {
    const source = await this.#opened(signal)
    const { totalFrames, sampleRate } = source.map
    const placement: SourcePlacement = { offset: 0, pieces }
    const over = placedEnd(placement, totalFrames)
    let piece = FIRST_PIECE_SECONDS * sampleRate
    let at = from
    while (!signal.aborted) {
      const end = loop && at <= loop.outFrame ? loop.outFrame : over
      if (at >= end) {
        if (!loop || end !== loop.outFrame) return this.#deliver({ kind: 'end', source: this.#id, token: 0 })
        at = loop.inFrame
        continue
      }
      await this.#roomFor(source.map, piece, signal)
      const { sounds, until: limit, offset } = stretchAt(placement, totalFrames, at)
      if (!sounds) {
        at = this.#emitSilence(at, Math.min(limit, end, Math.round(at + piece)), source.map.channels)
        continue
      }
      const last = Math.min(limit, end) + offset
      const lastBlock = blockAt(source.map, Math.min(last, at + offset + piece) - 1)
      const until = Math.min(last, blockSpan(source.map, lastBlock).end)
      this.#offset = offset
      await this.#decodeSpan(source, at + offset, until, signal)
      at = until - offset
      this.#tellPace(source.map)
      piece = Math.min(piece * 2, this.#plan(source.map).piece)
    }
  }

  async #opened(signal: AbortSignal): Promise<OpenedSource> {
    this.#source ??= this.#line.untilItWorks(() => this.#open(this.#closing.signal), this.#closing.signal)
    const source = await this.#source
    signal.throwIfAborted()
    this.#map = source.map
    if (!this.#decoder) this.#useDecoder(source.createDecoder)
    return source
  }

  #useDecoder(create: (use: UseSamples) => BlockDecoder): void {
    this.#decoder = create((block, planes) => this.#emit(block, planes))
    this.#outlets.opened(this.#decoder.kind)
  }

  /** Waits until another piece fits below the limit of buffered frames. */
  async #roomFor(map: BlockMap, piece: Frames, signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted()
      const isPriming = this.#order?.token === 0
      if (this.#ahead + piece <= (isPriming ? PRIMED_SECONDS * map.sampleRate : this.#plan(map).limit)) return
      await new Promise<void>((resolve) => {
        this.#wakeRoom = resolve
      })
    }
  }

  #tellPace(map: BlockMap): void {
    const { bytesPerSecond } = this.#limits.line.facts
    if (bytesPerSecond === undefined) return
    this.#outlets.pace?.({
      bytesPerSecond,
      musicBytesPerSecond: musicBytesPerSecond(map) * this.#limits.sources(),
      aheadSeconds: this.#ahead / map.sampleRate,
    })
  }

  #plan(map: BlockMap) {
    return planBuffering(map, this.#limits.line.facts, this.#limits.sources())
  }

  async #decodeSpan(source: OpenedSource, from: Frames, until: Frames, signal: AbortSignal): Promise<void> {
    this.#wanted = { from, until }
    this.#emitted = from
    const end = blockAt(source.map, until - 1) + 1
    for (;;) {
      const decoder = this.#decoder
      if (!decoder) return
      try {
        const first = blockAt(source.map, this.#emitted)
        const lead = first === this.#nextBlock && !decoder.startsAnew ? 0 : (source.leadBlocks ?? 0)
        await this.#fetchBlocks(source, Math.max(0, first - lead), end, signal, (block, bytes) =>
          decoder.decode(block, bytes),
        )
        this.#nextBlock = end
        await decoder.drain()
        signal.throwIfAborted()
        if (this.#emitted < until) throw new Error(`decoder stopped at frame ${this.#emitted} of ${until}`)
        if (this.#useFallback) this.#outlets.fallbackWorked?.()
        return
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof StreamFailure) throw error
        if (this.#useFallback || !source.findFallback) throw new StreamFailure('damaged', String(error))
        this.#useFallback = true
        decoder.close()
        const createFallback = await source.findFallback()
        signal.throwIfAborted()
        this.#useDecoder(createFallback)
      }
    }
  }

  /** Passes on blocks `first` to `end` (exclusive), from the cache or the network. */
  async #fetchBlocks(
    { map, streamUrl, whenKnown }: OpenedSource,
    first: number,
    end: number,
    signal: AbortSignal,
    use: (block: number, bytes: Uint8Array<ArrayBuffer>) => void,
  ): Promise<void> {
    let next = first
    const handOn = (block: number, bytes: Uint8Array<ArrayBuffer>): void => {
      if (signal.aborted) return
      next = block + 1
      use(block, bytes)
    }
    await this.#line.untilItWorks(async () => {
      for (let block = next; block < end; block++) {
        const known = this.#cache.get(block)
        if (!known) break
        handOn(block, known)
      }
      if (next >= end) return
      await whenKnown?.(end)
      signal.throwIfAborted()
      const cutter = new BlockCutter(map, next, (block, bytes) => {
        this.#line.works()
        this.#cache.add(block, bytes)
        handOn(block, bytes)
      })
      await this.#line.read(streamUrl, map.byteStart(next), map.byteStart(end), signal, (bytes) => cutter.push(bytes))
    }, signal)
  }

  /** For frames where this source has nothing while others play. Returns `until`. */
  #emitSilence(from: Frames, until: Frames, channels: number): Frames {
    this.#ahead += until - from
    const planes = Array.from({ length: channels }, () => new Float32Array(until - from))
    this.#deliver({ kind: 'chunk', source: this.#id, token: 0, start: from, planes })
    return until
  }

  #emit(block: number, planes: Planes): void {
    const start = this.#map ? blockStart(this.#map, block) : 0
    const length = planes[0]?.length ?? 0
    const from = Math.max(start, this.#emitted, this.#wanted.from)
    const until = Math.min(start + length, this.#wanted.until)
    if (from >= until) return
    const wanted =
      from === start && until === start + length
        ? planes
        : planes.map((plane) => plane.slice(from - start, until - start))
    this.#emitted = until
    this.#ahead += until - from
    this.#deliver({ kind: 'chunk', source: this.#id, token: 0, start: from - this.#offset, planes: wanted })
  }

  #deliver(message: Extract<FeederToMixer, { kind: 'chunk' | 'end' }>): void {
    if (!this.#isReady) this.#outlets.ready()
    this.#isReady = true
    const token = this.#order?.token ?? 0
    if (token === 0 || !this.#send) this.#held.push(message)
    else this.#send({ ...message, token }, message.kind === 'chunk' ? message.planes.map((plane) => plane.buffer) : [])
  }
}

interface Stretch {
  readonly sounds: boolean
  /** In the order's frames; may be Infinity. */
  readonly until: Frames
  readonly offset: Frames
}

/** What follows in one go: samples of one piece, or silence before, between or after them. */
function stretchAt(placement: SourcePlacement, totalFrames: Frames, at: Frames): Stretch {
  const pieces = piecesOf(placement)
  const piece = pieceAt(pieces, at)
  if (!piece) return { sounds: false, until: pieces.find(({ from }) => from > at)?.from ?? Infinity, offset: 0 }
  const { to, offset } = piece
  if (at + offset < 0) return { sounds: false, until: Math.min(to, -offset), offset }
  if (at + offset >= totalFrames) return { sounds: false, until: to, offset }
  return { sounds: true, until: Math.min(to, totalFrames - offset), offset }
}
