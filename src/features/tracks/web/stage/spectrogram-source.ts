import {
  parseSpectrogramHeader,
  SPECTROGRAM_HEADER_BYTES,
  SPECTROGRAM_ROWS,
  type SpectrogramHeader,
} from '#audio/spectrogram-file.ts'
import { Listeners } from '#shared/listeners.ts'

export type SpectrogramState = 'loading' | 'ready' | 'failed'

/** Columns per request: 128 kB. */
export const TILE_COLUMNS = 512
const KEPT_TILES = 160

/** A finished spectrogram, fetched by range requests as it is viewed (docs/formats/spectrogram.md). */
export class SpectrogramSource {
  readonly #url: string
  readonly #listeners = new Listeners()
  /** Least recently used first. */
  readonly #tiles = new Map<string, Uint8Array>()
  readonly #asked = new Set<string>()
  #life = new AbortController()
  #state: SpectrogramState = 'loading'
  #header: SpectrogramHeader | undefined

  constructor(url: string) {
    this.#url = url
  }

  /** Starts fetching; also again after a failure or `close`. */
  readonly open = (): void => {
    this.#life = new AbortController()
    this.#set(this.#header ? 'ready' : 'loading')
    const { signal } = this.#life
    if (!this.#header)
      this.#fetchHead(signal).then(
        () => signal.aborted || this.#set('ready'),
        () => signal.aborted || this.#set('failed'),
      )
  }

  close(): void {
    this.#life.abort()
    this.#asked.clear()
  }

  readonly state = (): SpectrogramState => this.#state

  get header(): SpectrogramHeader | undefined {
    return this.#header
  }

  readonly subscribe = this.#listeners.add

  /** Columns of 256 bytes each, low to high; undefined until they have loaded, which notifies listeners. */
  tile(level: number, tile: number): Uint8Array | undefined {
    const key = `${level}/${tile}`
    const bytes = this.#tiles.get(key)
    if (bytes) {
      this.#tiles.delete(key)
      this.#tiles.set(key, bytes)
    } else if (!this.#asked.has(key)) void this.#fetchTile(level, tile, key)
    return bytes
  }

  async #fetchHead(signal: AbortSignal): Promise<void> {
    this.#header = parseSpectrogramHeader(await this.#fetch(0, SPECTROGRAM_HEADER_BYTES, signal))
  }

  async #fetchTile(level: number, tile: number, key: string): Promise<void> {
    const layout = this.#header?.levels[level]
    const columnBytes = (this.#header?.channels ?? 1) * SPECTROGRAM_ROWS
    if (!layout || tile * TILE_COLUMNS >= layout.columns) return
    this.#asked.add(key)
    const first = tile * TILE_COLUMNS
    const last = Math.min(layout.columns, first + TILE_COLUMNS)
    const bytes = await this.#fetch(
      layout.byteOffset + first * columnBytes,
      layout.byteOffset + last * columnBytes,
      this.#life.signal,
    ).catch(() => undefined)
    this.#asked.delete(key)
    if (!bytes) return
    this.#tiles.set(key, new Uint8Array(bytes))
    const [oldest] = this.#tiles.keys()
    if (this.#tiles.size > KEPT_TILES && oldest !== undefined) this.#tiles.delete(oldest)
    this.#listeners.tell()
  }

  async #fetch(start: number, end: number, signal: AbortSignal): Promise<ArrayBuffer> {
    const response = await fetch(this.#url, {
      headers: { range: `bytes=${start}-${end - 1}` },
      credentials: 'same-origin',
      signal,
    })
    if (response.status !== 206) throw new Error(`spectrogram answered ${response.status}`)
    return response.arrayBuffer()
  }

  #set(state: SpectrogramState): void {
    this.#state = state
    this.#listeners.tell()
  }
}
