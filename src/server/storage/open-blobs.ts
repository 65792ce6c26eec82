import { close, fstat, open, read } from 'node:fs'
import { promisify } from 'node:util'
import type { Milliseconds } from '#shared/units.ts'
import type { BlobFacts, LocalBlob } from './storage.ts'

const openFile = promisify(open)
const factsOfFile = promisify(fstat)

const MOST = 64
/** A page that plays asks for the next range within this time. */
const IDLE_MS: Milliseconds = 15_000

interface OpenFile {
  readonly fd: number
  readonly facts: BlobFacts
}

interface Kept {
  readonly opening: Promise<OpenFile>
  opened: OpenFile | undefined
  readers: number
  idleSince: Milliseconds
  isForgotten: boolean
}

/**
 * Files that were read lately stay open for the next range: opening, asking for the size and closing take as much CPU
 * time as sending 460 kB. Whoever replaces or removes a blob calls `forget`; readers finish with the former bytes. It
 * relies on one process writing a folder.
 */
export class OpenBlobs {
  /** Least recently used first. */
  readonly #kept = new Map<string, Kept>()
  #sweep: NodeJS.Timeout | undefined

  /** Size and date, if the blob is open. */
  facts(path: string): BlobFacts | undefined {
    return this.#kept.get(path)?.opened?.facts
  }

  /** Rejects with the error of `open`. */
  async open(path: string): Promise<LocalBlob> {
    const kept = this.#kept.get(path) ?? opening(path)
    kept.readers++
    this.#kept.delete(path)
    this.#kept.set(path, kept)
    try {
      kept.opened = await kept.opening
    } catch (error) {
      this.forget(path)
      throw error
    }
    this.#makeRoom()
    this.#sweep ??= setInterval(() => this.#closeIdle(performance.now() - IDLE_MS), IDLE_MS).unref()
    const { fd } = kept.opened
    return {
      read: (buffer, position, length) =>
        new Promise((resolve, reject) =>
          read(fd, buffer, 0, length, position, (error, bytes) => (error ? reject(error) : resolve(bytes))),
        ),
      close: () => this.#leave(kept),
    }
  }

  /** The file at this path is not the one that is open any more. */
  forget(path: string): void {
    const kept = this.#kept.get(path)
    if (!kept) return
    this.#kept.delete(path)
    kept.isForgotten = true
    if (kept.readers === 0) closeFile(kept)
  }

  #leave(kept: Kept): void {
    kept.readers--
    kept.idleSince = performance.now()
    if (kept.readers === 0 && kept.isForgotten) closeFile(kept)
  }

  #makeRoom(): void {
    for (const [path, { readers }] of this.#kept) {
      if (this.#kept.size <= MOST) return
      if (readers === 0) this.forget(path)
    }
  }

  #closeIdle(before: Milliseconds): void {
    for (const [path, { readers, idleSince }] of this.#kept) if (readers === 0 && idleSince < before) this.forget(path)
    if (this.#kept.size > 0) return
    clearInterval(this.#sweep)
    this.#sweep = undefined
  }
}

function opening(path: string): Kept {
  return { opening: openWithFacts(path), opened: undefined, readers: 0, idleSince: 0, isForgotten: false }
}

async function openWithFacts(path: string): Promise<OpenFile> {
  const fd = await openFile(path, 'r')
  const { size, mtimeMs } = await factsOfFile(fd)
  return { fd, facts: { sizeBytes: size, modifiedAt: Math.round(mtimeMs) } }
}

function closeFile({ opened }: Kept): void {
  if (opened) close(opened.fd, () => undefined)
}
