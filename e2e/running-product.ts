import type { Inside, Settings } from './product-inside.ts'

/**
 * The whole product as people start it, on a free port with a data folder of its own; or, asked for so, as several
 * machines run it.
 */
export interface Product extends Inside {
  /** Where people find it. */
  readonly url: string
  /** What it was started with. */
  readonly settings: Settings
  /** Where it listens, which is elsewhere when a BASE_URL leads to it over something. */
  readonly port: number
  /** Ends the server without a goodbye; `restart` brings it back. */
  kill(): Promise<void>
  /**
   * Ends the server without a goodbye and starts it again on the same data; from now on as another version, in its
   * folder, where one machine runs it.
   */
  restart(version?: string): Promise<void>
  stop(): Promise<void>
}
