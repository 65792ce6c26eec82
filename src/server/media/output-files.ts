import { closeSync, fsync, openSync, rmSync, write } from 'node:fs'
import { promisify } from 'node:util'
import { NonsenseError } from '#server/media/child-messages.ts'
import { OUTPUT_NAMES } from '#server/media/child-protocol.ts'
import type { OutputName } from '#server/media/child-protocol.ts'

/**
 * Paths for the outputs made from an upload; an output without a path is discarded. Existing files are replaced; those
 * of a refused upload are deleted.
 */
export type OutputPaths = Readonly<Partial<Record<OutputName, string>>>

const writeAt = promisify(write)
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

  async write(output: OutputName, position: number, bytes: Uint8Array): Promise<void> {
    if (position + bytes.length > this.#maxBytes)
      throw new NonsenseError(`${output} grows beyond ${this.#maxBytes} bytes`)
    const path = this.#paths[output]
    if (path === undefined) return
    const descriptor = this.#descriptors.get(output) ?? openSync(path, 'w')
    this.#descriptors.set(output, descriptor)
    for (let at = 0; at < bytes.length;)
      at += (await writeAt(descriptor, bytes, at, bytes.length - at, position + at)).bytesWritten
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
