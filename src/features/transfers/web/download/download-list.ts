import type { Instant, Milliseconds } from '#shared/units.ts'
import { FileDownload } from './download-file.ts'
import type { RunningHash } from '../upload/file-hash.ts'
import type { FileSink } from './file-sinks.ts'
import { FinishedDownloads } from './finished-downloads.ts'
import { fileFetchError, TransferFailure } from '../panel/transfer-failure.ts'
import type { DownloadRequest } from '../transfer-engine.ts'
import { TransferSpeed } from '../panel/transfer-speed.ts'
import type { WritableTransfersStore } from '../panel/transfers-store.ts'

export interface DownloadListParts {
  readonly store: WritableTransfersStore
  readonly origin: string
  readonly fetch: typeof fetch
  readonly runningHash: () => RunningHash
  /** Asks where to save a large file: undefined if the browser cannot, null if the user cancels. */
  readonly chooseSink: (filename: string) => Promise<FileSink | null | undefined>
  readonly blobSink: () => FileSink
  readonly saveBlob: (blob: Blob, filename: string) => void
  readonly wait: (delayMs: Milliseconds, signal: AbortSignal) => Promise<void>
  readonly newId: () => string
  readonly now: () => Instant
}

interface Item {
  readonly request: DownloadRequest
  readonly speed: TransferSpeed
  file: FileDownload | null
  sink: FileSink | null
  hash: RunningHash | null
  stop: AbortController | null
  running: Promise<void>
  toldAt: Instant
}

/** A fast network delivers a thousand chunks a second; screens are updated less often. */
const TELL_EVERY_MS: Milliseconds = 50

/** Poll interval while the server makes a file. */
const ASK_AGAIN_MS: Milliseconds = 700

/** Larger files are written directly to disk instead of being collected first. */
const LARGE_BYTES = 256 * 1024 * 1024

/** The downloads of this visit. Each can be paused and resumed. */
export class DownloadList {
  readonly #parts: DownloadListParts
  readonly #items = new Map<string, Item>()
  readonly #finished = new FinishedDownloads()

  constructor(parts: DownloadListParts) {
    this.#parts = parts
  }

  add(request: DownloadRequest): string {
    const { store, newId, now } = this.#parts
    const id = newId()
    this.#items.set(id, {
      request,
      speed: new TransferSpeed(),
      file: null,
      sink: null,
      hash: null,
      stop: null,
      running: Promise.resolve(),
      toldAt: 0,
    })
    store.put({
      id,
      kind: 'download',
      filename: request.filename,
      status: 'downloading',
      phase: 'moving',
      error: null,
      bytes: 0,
      totalBytes: request.sizeBytes ?? null,
      bytesPerSecond: null,
      projectId: request.projectId,
      trackId: request.trackId,
      trackTitle: request.trackTitle ?? null,
      versionId: request.versionId,
      reopens: false,
      startedAt: now(),
      finishedAt: null,
    })
    const blob = this.#finished.find(originalOf(request))
    if (blob) this.#saveAgain(id, blob, request.filename)
    else this.#start(id)
    return id
  }

  has(id: string): boolean {
    return this.#items.has(id)
  }

  pause(id: string): void {
    const item = this.#items.get(id)
    if (!item || !this.#parts.store.find(id)?.can.pause) return
    item.stop?.abort()
    this.#parts.store.update(id, { phase: 'paused' })
  }

  resume(id: string): void {
    const can = this.#parts.store.find(id)?.can
    if (can?.resume || can?.retry) this.#start(id)
  }

  cancel(id: string): void {
    const item = this.#items.get(id)
    if (!item) return
    item.stop?.abort()
    item.hash?.drop()
    void item.sink?.drop().catch(() => undefined)
    this.#items.delete(id)
    this.#parts.store.remove(id)
  }

  forget(): void {
    for (const id of this.#items.keys()) this.cancel(id)
    this.#finished.clear()
  }

  #saveAgain(id: string, blob: Blob, filename: string): void {
    this.#parts.saveBlob(blob, filename)
    this.#parts.store.update(id, {
      status: 'completed',
      isVerified: true,
      bytes: blob.size,
      totalBytes: blob.size,
      finishedAt: this.#parts.now(),
    })
  }

  #start(id: string): void {
    const item = this.#items.get(id)
    if (!item) return
    item.stop?.abort()
    const stop = new AbortController()
    item.stop = stop
    item.speed.restart()
    this.#parts.store.update(id, { status: 'downloading', phase: 'moving', error: null, finishedAt: null })
    // A paused run may still be writing its last chunk.
    item.running = item.running.then(() => this.#run(id, item, stop))
  }

  async #run(id: string, item: Item, stop: AbortController): Promise<void> {
    const { store, now } = this.#parts
    try {
      stop.signal.throwIfAborted()
      if (!item.file) await this.#made(id, item, stop.signal)
      const { file, sink } = await this.#opened(id, item)
      const isVerified = await file.run(stop.signal)
      stop.signal.throwIfAborted()
      const blob = await sink.save(item.request.filename, file.contentType)
      if (blob) this.#finished.keep(originalOf(item.request), blob)
      item.hash?.drop()
      store.update(id, { status: 'completed', isVerified, finishedAt: now() })
    } catch (error) {
      if (stop.signal.aborted) return
      const failure = error instanceof TransferFailure ? error : new TransferFailure('save', String(error))
      store.update(id, { status: 'error', error: failure.told(), finishedAt: now() })
    }
  }

  /** Waits until the server has made the file, and reports progress. */
  async #made(id: string, { request }: Item, signal: AbortSignal): Promise<void> {
    const { store, wait } = this.#parts
    if (!request.prepare) return
    for (;;) {
      const { state, fraction } = await request.prepare(signal).catch(() => {
        throw fileFetchError()
      })
      signal.throwIfAborted()
      if (state === 'failed') throw new TransferFailure('making', 'The file could not be made.')
      if (state === 'ready') break
      store.update(id, { phase: 'making', madeShare: fraction })
      await wait(ASK_AGAIN_MS, signal)
    }
    store.update(id, { phase: 'moving' })
  }

  async #opened(id: string, item: Item): Promise<{ file: FileDownload; sink: FileSink }> {
    if (item.file && item.sink) return { file: item.file, sink: item.sink }
    const { request, speed } = item
    const { store, origin, now } = this.#parts
    const chosen = (request.sizeBytes ?? 0) > LARGE_BYTES ? await this.#parts.chooseSink(request.filename) : undefined
    if (chosen === null) {
      this.cancel(id)
      throw new TransferFailure('save', 'No place was chosen.')
    }
    const sink = chosen ?? this.#parts.blobSink()
    const hash = this.#parts.runningHash()
    const file = new FileDownload({
      url:
        origin +
        (request.path ??
          `/api/projects/${request.projectId}/tracks/${request.trackId}/download?version=${request.versionId}`),
      sink,
      hash,
      sha256: request.sha256,
      fetch: this.#parts.fetch,
      wait: this.#parts.wait,
      reports: {
        progress: (bytes, totalBytes) => {
          const at = now()
          const bytesPerSecond = speed.note(at, bytes)
          if (at - item.toldAt < TELL_EVERY_MS && bytes < totalBytes) return
          item.toldAt = at
          // Report the last chunk also after a pause.
          store.update(id, {
            bytes,
            totalBytes,
            bytesPerSecond,
            ...(!item.stop?.signal.aborted && { phase: 'moving', error: null }),
          })
        },
        retrying: (failure) => store.update(id, { phase: 'retrying', error: failure.told() }),
      },
    })
    item.file = file
    item.sink = sink
    item.hash = hash
    return { file, sink }
  }
}

/** The version whose original this is; a derived file may differ the next time, so it has none. */
function originalOf({ path, versionId }: DownloadRequest): string | null {
  return path === undefined ? versionId : null
}
