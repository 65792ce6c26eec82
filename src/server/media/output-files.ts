import { closeSync, fsync, openSync, rmSync, write } from 'node:fs'
import { promisify } from 'node:util'
import { NonsenseError } from '#server/media/child-messages.ts'
import { OUTPUT_NAMES } from '#server/media/child-protocol.ts'
import type { OutputName } from '#server/media/child-protocol.ts'

/**
 * Where what is made of an upload goes; what has no path is not kept. Files that stand there are replaced; those of a
 * refused upload are removed.
 */
export type OutputPaths = Readonly<Partial<Record<OutputName, string>>>

const writeAt = promisify(write)
const flush = promisify(fsync)

/** The files the parent writes for its child. */
export class OutputFiles {
  readonly #paths: OutputPaths
  readonly #maxBytes: number
  readonly #descriptors = new Map<OutputName, number>()

  /** `maxBytes`: how far into a file the child may write; a decoder gone astray must not fill the disk. */
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

  /** What was written, safely on disk. */
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
