import type { Frames } from '#shared/units.ts'
import type { BlockDecoder } from '#web/player/decode/block-decoder.ts'
import { blockAt, type BlockMap, blockSpan } from '#web/player/decode/block-map.ts'
import type { Planes } from '#web/player/player-messages.ts'
import type { Playable } from '#web/player/read/playable.ts'
import { retryDelay } from '#web/player/read/retry-delay.ts'
import { fetchBytes, NoSamples, type OpenedSamples, openSamples } from './sample-opening.ts'
import type { SampleBlocks, SampleSource } from './sample-source.ts'

/** About 4 s at full width on a large screen; for longer views, use peaks. */
const KEPT_BYTES = 32 * 2 ** 20
const PIECE_SECONDS = 4
/** A view that moves on within this time is not fetched. */
const SETTLE_MS = 60
const ATTEMPTS = 4

/**
 * Decodes what a close view shows, block by block, with the player's decoders, so that the picture matches the sound.
 * The latest request replaces earlier ones; decoded blocks are cached.
 */
export class VisibleSamples implements SampleSource {
  readonly #sound: Pick<Playable, 'source' | 'urls'>
  readonly #tell: () => void
  readonly #life = new AbortController()
  /** Least recently used first. */
  readonly #kept = new Map<number, Planes>()
  #bytes = 0
  #source?: OpenedSamples
  #decoder: BlockDecoder | undefined
  /** Index of the decoder in use. */
  #way = 0
  #wanted: BlockRange = { first: 0, end: 0 }
  #fetching: (BlockRange & { readonly stop: AbortController }) | undefined
  #timer?: ReturnType<typeof setTimeout>

  /** Calls `tell` whenever more samples are available. */
  constructor(sound: Pick<Playable, 'source' | 'urls'>, tell: () => void) {
    this.#sound = sound
    this.#tell = tell
    void this.#open()
  }

  blocks(): SampleBlocks | undefined {
    const map = this.#source?.map
    return (
      map && { blockFrames: map.blockFrames, totalFrames: map.totalFrames, planes: (block) => this.#kept.get(block) }
    )
  }

  need(from: Frames, to: Frames): void {
    const map = this.#source?.map
    if (!map || from >= to || (to - from) * map.channels * 4 > KEPT_BYTES / 2) return
    this.#wanted = { first: Math.max(0, blockAt(map, from)), end: Math.min(map.blocks, blockAt(map, to) + 1) }
    this.#useLately(this.#wanted)
    if (this.#fetching && (this.#fetching.first >= this.#wanted.end || this.#fetching.end <= this.#wanted.first))
      this.#fetching.stop.abort()
    clearTimeout(this.#timer)
    if (this.#nextMissing(map)) this.#timer = setTimeout(() => void this.#fetchWanted(), SETTLE_MS)
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#life.abort()
    this.#decoder?.close()
    this.#kept.clear()
  }

  async #open(): Promise<void> {
    await this.#persist(async (signal) => {
      this.#source = await openSamples(this.#sound, signal)
      this.#tell()
    }, this.#life.signal)
  }

  async #fetchWanted(): Promise<void> {
    const source = this.#source
    if (!source || this.#fetching) return
    for (let missing = this.#nextMissing(source.map); missing; missing = this.#nextMissing(source.map)) {
      const stop = new AbortController()
      this.#fetching = { ...missing, stop }
      const came = await this.#persist(
        (signal) => this.#fetchPiece(source, missing, signal),
        AbortSignal.any([stop.signal, this.#life.signal]),
      )
      this.#fetching = undefined
      if (this.#life.signal.aborted || (!came && !stop.signal.aborted)) return
      // A decoder that returns too few samples would otherwise be called forever.
      if (came && !this.#kept.has(missing.first)) return
      this.#tell()
    }
  }

  /** The first missing part of the requested range, at most a few seconds long. */
  #nextMissing({ blockFrames, sampleRate }: BlockMap): BlockRange | undefined {
    const longest = Math.ceil((PIECE_SECONDS * sampleRate) / blockFrames)
    let first = this.#wanted.first
    while (first < this.#wanted.end && this.#kept.has(first)) first += 1
    let end = first
    while (end < this.#wanted.end && end - first < longest && !this.#kept.has(end)) end += 1
    return end > first ? { first, end } : undefined
  }

  async #fetchPiece({ map, decoders }: OpenedSamples, { first, end }: BlockRange, signal: AbortSignal): Promise<void> {
    const start = map.byteStart(first)
    const bytes = new Uint8Array(await fetchBytes(this.#sound.urls.stream, { start, end: map.byteStart(end) }, signal))
    signal.throwIfAborted()
    const create = decoders[this.#way]
    if (!create) throw new NoSamples('no decoder is left')
    const decoder = (this.#decoder ??= create((block, planes) => this.#keep(map, block, planes)))
    try {
      for (let block = first; block < end; block++)
        decoder.decode(block, bytes.slice(map.byteStart(block) - start, map.byteStart(block + 1) - start))
      await decoder.drain()
    } catch (error) {
      decoder.close()
      this.#decoder = undefined
      this.#way += 1
      throw error
    }
  }

  /**
   * Returns whether it finally worked; a broken connection is retried a few times. The peaks stay on screen either way.
   */
  async #persist(attempt: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<boolean> {
    for (let failures = 0; failures < ATTEMPTS && !signal.aborted;) {
      try {
        await attempt(signal)
        return true
      } catch (error) {
        if (error instanceof NoSamples) return false
        failures += 1
        if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, retryDelay(failures)))
      }
    }
    return false
  }

  #keep(map: BlockMap, block: number, planes: Planes): void {
    const { start, end } = blockSpan(map, block)
    if (this.#kept.has(block) || planes[0]?.length !== end - start) return
    this.#kept.set(block, planes)
    this.#bytes += (end - start) * planes.length * 4
    for (const [oldest, { length: channels, 0: plane }] of this.#kept) {
      if (this.#bytes <= KEPT_BYTES) break
      this.#kept.delete(oldest)
      this.#bytes -= (plane?.length ?? 0) * channels * 4
    }
  }

  #useLately({ first, end }: BlockRange): void {
    for (let block = first; block < end; block++) {
      const planes = this.#kept.get(block)
      if (!planes) continue
      this.#kept.delete(block)
      this.#kept.set(block, planes)
    }
  }
}

interface BlockRange {
  readonly first: number
  /** Exclusive. */
  readonly end: number
}
