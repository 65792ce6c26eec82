import {
  parsePeaksHeader,
  PEAKS_HEADER_BYTES,
  type PeaksFacts,
  type PeaksHeader,
  peaksLayout,
} from '#audio/peaks-file.ts'
import { Listeners } from '#shared/listeners.ts'
import type { Milliseconds } from '#shared/units.ts'
import { isProxys } from '#web/api/failed-request.ts'
import {
  type ByteSpan,
  fileBytes,
  firstLevels,
  joinTiles,
  tileBytes,
  TILE_POINTS,
  type TileRange,
} from './draw/wave-tiles.ts'

export type PeaksState = 'loading' | 'ready' | 'failed'

const FIRST_BYTES = 24 * 1024
const KEPT_BYTES = 6 * 2 ** 20
const RETRY_MS: readonly Milliseconds[] = [300, 1000, 3000, 10_000]

/**
 * The peaks of one recording, fetched by range requests and cached. `need` requests missing tiles; listeners are called
 * when they arrive.
 */
export class PeaksSource {
  readonly #url: string
  readonly #facts?: PeaksFacts
  #life = new AbortController()
  readonly #listeners = new Listeners()
  /** Least recently used first. */
  readonly #tiles = new Map<string, Uint8Array>()
  readonly #asked = new Set<string>()
  #bytes = 0
  #header: PeaksHeader | undefined
  #state: PeaksState = 'loading'

  constructor(url: string, facts?: PeaksFacts) {
    this.#url = url
    this.#facts = facts
  }

  /** Starts fetching; also after `close`. */
  open(): void {
    this.#life = new AbortController()
    this.#state = this.#tiles.size > 0 ? 'ready' : 'loading'
    if (this.#state === 'loading') void this.#start(this.#facts, this.#life.signal).catch(() => this.#fail())
  }

  /** Stops fetching; loaded tiles stay. */
  close(): void {
    this.#life.abort()
    this.#asked.clear()
  }

  get header(): PeaksHeader | undefined {
    return this.#header
  }

  readonly state = (): PeaksState => this.#state

  readonly subscribe = this.#listeners.add

  /** The bytes of a tile if it has loaded: points in time order, three bytes per channel each. */
  tile(level: number, tile: number): Uint8Array | undefined {
    return this.#tiles.get(`${level}/${tile}`)
  }

  /** Requests the tiles of a range that are neither loaded nor being fetched. */
  need(level: number, { first, end }: TileRange): void {
    const missing: number[] = []
    for (let tile = first; tile < end; tile++) {
      const key = `${level}/${tile}`
      const bytes = this.#tiles.get(key)
      if (bytes) {
        this.#tiles.delete(key)
        this.#tiles.set(key, bytes)
      } else if (!this.#asked.has(key)) missing.push(tile)
    }
    for (const range of joinTiles(missing)) void this.#fetchTiles(level, range)
  }

  async #start(facts: PeaksFacts | undefined, signal: AbortSignal): Promise<void> {
    const expected = facts && { ...facts, levels: peaksLayout(facts.totalFrames, facts.channels) }
    const coarse = expected && this.#fetchCoarse(expected)
    // It is awaited below; this avoids an unhandled rejection until then.
    coarse?.catch(() => {})
    const header = parsePeaksHeader(await this.#fetch({ start: 0, end: PEAKS_HEADER_BYTES }))
    signal.throwIfAborted()
    this.#header = header
    if (
      expected &&
      JSON.stringify(expected.levels) === JSON.stringify(header.levels) &&
      expected.channels === header.channels
    ) {
      this.#keepLevels(header, await coarse)
    } else {
      this.#keepLevels(header, await this.#fetchCoarse(header))
    }
    signal.throwIfAborted()
    this.#state = 'ready'
    this.#listeners.tell()
  }

  async #fetchCoarse(header: PeaksHeader): Promise<{ readonly level: number; readonly bytes: Uint8Array }> {
    const level = firstLevels(header, FIRST_BYTES)
    const bytes = await this.#fetch({ start: header.levels[level]?.byteOffset ?? 0, end: fileBytes(header) })
    return { level, bytes: new Uint8Array(bytes) }
  }

  #keepLevels(header: PeaksHeader, coarse: { readonly level: number; readonly bytes: Uint8Array } | undefined): void {
    if (!coarse) return
    const origin = header.levels[coarse.level]?.byteOffset ?? 0
    for (let level = coarse.level; level < header.levels.length; level++) {
      const layout = header.levels[level]
      if (!layout) continue
      for (let tile = 0; tile * TILE_POINTS < layout.points; tile++) {
        const { start, end } = tileBytes(layout, header.channels, { first: tile, end: tile + 1 })
        this.#keep(level, tile, coarse.bytes.subarray(start - origin, end - origin))
      }
    }
  }

  async #fetchTiles(level: number, range: TileRange): Promise<void> {
    const header = this.#header
    const layout = header?.levels[level]
    if (!header || !layout) return
    const keys = Array.from({ length: range.end - range.first }, (_, i) => `${level}/${range.first + i}`)
    for (const key of keys) this.#asked.add(key)
    try {
      const whole = tileBytes(layout, header.channels, range)
      const bytes = new Uint8Array(await this.#fetch(whole))
      for (let tile = range.first; tile < range.end; tile++) {
        const { start, end } = tileBytes(layout, header.channels, { first: tile, end: tile + 1 })
        this.#keep(level, tile, bytes.subarray(start - whole.start, end - whole.start))
      }
    } catch {
      this.#fail()
    }
    for (const key of keys) this.#asked.delete(key)
    this.#listeners.tell()
  }

  #keep(level: number, tile: number, bytes: Uint8Array): void {
    this.#tiles.set(`${level}/${tile}`, bytes)
    this.#bytes += bytes.length
    for (const [key, old] of this.#tiles) {
      if (this.#bytes <= KEPT_BYTES) break
      // Keep the coarsest level: it is drawn until finer ones arrive.
      if (key.startsWith(`${(this.#header?.levels.length ?? 0) - 1}/`)) continue
      this.#tiles.delete(key)
      this.#bytes -= old.length
    }
  }

  async #fetch({ start, end }: ByteSpan): Promise<ArrayBuffer> {
    const { signal } = this.#life
    for (let attempt = 0; ; attempt++) {
      try {
        const response = await fetch(this.#url, {
          headers: { range: `bytes=${start}-${end - 1}` },
          credentials: 'same-origin',
          signal,
        })
        if (response.status === 206) return await response.arrayBuffer()
        if (response.status === 200) return (await response.arrayBuffer()).slice(start, end)
        if (!isProxys(response) && response.status < 500) throw new RangeError(`peaks answered ${response.status}`)
      } catch (error) {
        if (signal.aborted || error instanceof RangeError) throw error
      }
      const delay = RETRY_MS[attempt]
      if (delay === undefined) throw new RangeError('peaks cannot be fetched')
      await new Promise((resolve) => setTimeout(resolve, delay))
      signal.throwIfAborted()
    }
  }

  #fail(): void {
    if (this.#life.signal.aborted) return
    if (this.#tiles.size === 0) this.#state = 'failed'
    this.#listeners.tell()
  }
}
