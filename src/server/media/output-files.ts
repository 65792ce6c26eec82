import { closeSync, fsync, openSync, rmSync, writev } from 'node:fs'
import { promisify } from 'node:util'
import { NonsenseError } from '#server/media/child-messages.ts'
import { OUTPUT_NAMES } from '#server/media/child-protocol.ts'
import type { OutputName } from '#server/media/child-protocol.ts'
import { without } from '#server/storage/disk-files.ts'
import { byteCount } from '#server/storage/part-batches.ts'

/**
 * Paths for the outputs made from an upload; an output without a path is discarded. Existing files are replaced; those
 * of a refused upload are deleted.
 */
export type OutputPaths = Readonly<Partial<Record<OutputName, string>>>

/** One system call takes no more. */
const MOST_CHUNKS = 1024
const writeAt = promisify(writev)
const flush = promisify(fsync)

/** The files that the parent writes for its child. */
export class OutputFiles {
  readonly #paths: OutputPaths
  readonly #maxBytes: number
  readonly #descriptors = new Map<OutputName, number>()

  /** `maxBytes`: the highest offset that the child may write to, so that a broken decoder cannot fill the disk. */
  constructor(paths: OutputPaths, maxBytes: number) {
    this.#paths = paths
    this.#maxBytes = maxBytes
  }

  async write(output: OutputName, position: number, bytes: readonly Uint8Array[]): Promise<void> {
    if (position + byteCount(bytes) > this.#maxBytes)
      throw new NonsenseError(`${output} grows beyond ${this.#maxBytes} bytes`)
    const path = this.#paths[output]
    if (path === undefined) return
    const descriptor = this.#descriptors.get(output) ?? openSync(path, 'w')
    this.#descriptors.set(output, descriptor)
    let rest = bytes
    for (let at = position; rest.length > 0;) {
      const { bytesWritten } = await writeAt(descriptor, rest.slice(0, MOST_CHUNKS), at)
      at += bytesWritten
      rest = without(rest, bytesWritten)
    }
  }

  /** Syncs the files and returns which were written. */
  async finish(): Promise<readonly OutputName[]> {
    for (const descriptor of this.#descriptors.values()) await flush(descriptor)
    return this.#close()
  }

  discard(): void {
    for (const output of this.#close()) rmSync(this.#paths[output] ?? '', { force: true })
  }

  #close(): readonly OutputName[] {
    const written = OUTPUT_NAMES.filter((name) => this.#descriptors.has(name))
    for (const descriptor of this.#descriptors.values()) closeSync(descriptor)
    this.#descriptors.clear()
    return written
  }
}
