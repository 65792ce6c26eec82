import { fileNameKey } from '#features/files/file-kinds.ts'
import type { Instant, Milliseconds } from '#shared/units.ts'
import { mayRead } from './file-handles.ts'
import type { RememberedUpload, RememberedUploads } from './remembered-uploads.ts'
import { TransferFailure } from '../panel/transfer-failure.ts'
import type { UploadRequest } from '../transfer-engine.ts'
import type { UploadClaims } from './upload-claims.ts'
import { askUpload, giveUpUpload } from './upload-inquiry.ts'
import { TransferSpeed } from '../panel/transfer-speed.ts'
import type { WritableTransfersStore } from '../panel/transfers-store.ts'
import { attemptUpload, type Attempt, type OpenTus, type Uploaded } from './upload-attempt.ts'

export interface UploadQueueParts {
  readonly store: WritableTransfersStore
  readonly remembered: RememberedUploads
  readonly claims: UploadClaims
  readonly hashFile: (file: File, signal: AbortSignal) => Promise<string>
  readonly openTus: OpenTus
  /** Prefix of every URL; empty in a browser. */
  readonly origin: string
  readonly fetch: typeof fetch
  readonly newId: () => string
  readonly now: () => Instant
  /** Calls back once after the delay; returns a function that cancels it. */
  readonly later: (work: () => void, delayMs: Milliseconds) => () => void
}

interface Hashing {
  readonly sha256: Promise<string>
  readonly stop: () => void
}

/** Internal state of an upload. */
interface Item {
  upload: RememberedUpload
  file: File | null
  attempt: Attempt | null
  hashing: Hashing | null
  retry: (() => void) | null
  failures: number
  toldAt: Instant
  readonly speed: TransferSpeed
}

export const UPLOADS_AT_ONCE = 3
const LONGEST_WAIT_MS: Milliseconds = 30_000
const ASK_AGAIN_MS: Milliseconds = 1000
/** Minimum interval between updates of the screens. */
const TELL_EVERY_MS: Milliseconds = 100

/**
 * Uploads files, three at a time, until each has become a version of a track or of another file; stores what is needed
 * to resume after a reload.
 */
export class UploadQueue {
  readonly #parts: UploadQueueParts
  readonly #items = new Map<string, Item>()

  constructor(parts: UploadQueueParts) {
    this.#parts = parts
  }

  add({ projectId, file, handle, target, changelog = '', start, isQuiet }: UploadRequest): string {
    const { newId, now } = this.#parts
    const upload: RememberedUpload = {
      id: newId(),
      projectId,
      trackId: 'trackId' in target ? target.trackId : null,
      trackTitle: 'trackTitle' in target ? (target.trackTitle ?? null) : null,
      ...('destination' in target && { destination: target.destination }),
      changelog,
      start,
      isQuiet,
      filename: file.name,
      sizeBytes: file.size,
      lastModified: file.lastModified,
      startedAt: now(),
      uploadUrl: null,
      sha256: null,
      paused: false,
      handle: handle ?? null,
    }
    this.#enter(upload, file)
    void this.#parts.claims.claim(upload.id)
    this.#keep(upload)
    this.#pump()
    return upload.id
  }

  has(id: string): boolean {
    return this.#items.has(id)
  }

  /** Whether leaving the page would interrupt an upload that cannot resume by itself. */
  get wouldLoseFiles(): boolean {
    return [...this.#items.values()].some(
      ({ file, upload }) => file !== null && upload.handle === null && !this.#isOver(upload.id),
    )
  }

  pause(id: string): void {
    const item = this.#items.get(id)
    if (!item || !this.#parts.store.find(id)?.can.pause) return
    this.#halt(item)
    this.#change(item, { paused: true })
    this.#parts.store.update(id, { phase: 'paused' })
    this.#pump()
  }

  async resume(id: string): Promise<void> {
    const item = this.#items.get(id)
    if (!item || !this.#parts.store.find(id)?.can.resume) return
    this.#change(item, { paused: false })
    if (!item.file && !(await this.#reopen(item, { ask: true }))) return
    this.#queue(item)
  }

  retry(id: string): void {
    const item = this.#items.get(id)
    if (!item || !this.#parts.store.find(id)?.can.retry) return
    item.failures = 0
    this.#halt(item)
    this.#queue(item)
  }

  /** Retries now what waits for the network. */
  wake(): void {
    for (const item of this.#items.values()) if (item.retry) this.retry(item.upload.id)
  }

  async cancel(id: string): Promise<void> {
    const item = this.#items.get(id)
    if (!item || !this.#parts.store.find(id)?.can.cancel) return
    this.#drop(item)
    await this.#parts.remembered.forget(id)
    this.#pump()
    if (item.upload.uploadUrl) await giveUpUpload(this.#parts.fetch, item.upload.uploadUrl)
  }

  /** Sets the file of an interrupted upload. False if it is another file. */
  async chooseFile(id: string, file: File, handle?: FileSystemFileHandle): Promise<boolean> {
    const item = this.#items.get(id)
    if (!item || this.#parts.store.find(id)?.phase !== 'file-needed' || file.size !== item.upload.sizeBytes)
      return false
    if (file.lastModified !== item.upload.lastModified && !(await this.#hasDigest(file, item.upload.sha256)))
      return false
    item.file = file
    this.#change(item, { lastModified: file.lastModified, paused: false, ...(handle && { handle }) })
    this.#queue(item)
    return true
  }

  dismiss(id: string): void {
    const item = this.#items.get(id)
    if (!item || !this.#parts.store.find(id)?.can.dismiss) return
    this.#drop(item)
    void this.#parts.remembered.forget(id)
  }

  /** Restores what a reload interrupted; uploads that are active in another tab stay there. */
  async restore(): Promise<void> {
    for (const upload of await this.#parts.remembered.all()) {
      if (this.#items.has(upload.id) || !(await this.#parts.claims.claim(upload.id))) continue
      const item = this.#enter(upload, null)
      this.#parts.store.update(upload.id, { phase: 'file-needed', reopens: upload.handle !== null })
      await this.#ask(item)
      if (this.#isOver(upload.id)) continue
      if (!(await this.#reopen(item, { ask: false }))) continue
      if (upload.paused) this.#parts.store.update(upload.id, { phase: 'paused' })
      else this.#queue(item)
    }
  }

  async forget(): Promise<void> {
    for (const item of this.#items.values()) this.#drop(item)
    await this.#parts.remembered.clear()
  }

  #enter(upload: RememberedUpload, file: File | null): Item {
    const item: Item = {
      upload,
      file,
      attempt: null,
      hashing: null,
      retry: null,
      failures: 0,
      toldAt: 0,
      speed: new TransferSpeed(),
    }
    this.#items.set(upload.id, item)
    this.#parts.store.put({
      id: upload.id,
      kind: 'upload',
      filename: upload.filename,
      status: 'uploading',
      phase: 'queued',
      error: null,
      bytes: 0,
      totalBytes: upload.sizeBytes,
      bytesPerSecond: null,
      projectId: upload.projectId,
      trackId: upload.trackId,
      trackTitle: upload.trackTitle,
      ...(upload.destination && { fileId: null }),
      isQuiet: upload.isQuiet === true,
      versionId: null,
      reopens: false,
      startedAt: upload.startedAt,
      finishedAt: null,
    })
    return item
  }

  #queue(item: Item): void {
    this.#parts.store.update(item.upload.id, { status: 'uploading', phase: 'queued', error: null })
    this.#pump()
  }

  /** Starts as many as allowed, in order; versions of one thing in sequence, so that their numbers follow the order. */
  #pump(): void {
    const items = [...this.#items.values()]
    const before = new Set<string | null>()
    for (const item of items) {
      const running = items.filter(({ attempt }) => attempt !== null)
      if (running.length >= UPLOADS_AT_ONCE) return
      const key = sequenceKey(item.upload)
      const phase = this.#phaseOf(item)
      const waits = key !== null && (before.has(key) || running.some(({ upload }) => sequenceKey(upload) === key))
      if (item.attempt === null && item.file && !waits && phase === 'queued') this.#start(item, item.file)
      if (phase !== undefined && phase !== 'paused' && phase !== 'file-needed') before.add(key)
    }
  }

  #start(item: Item, file: File): void {
    const { store, openTus: open, origin } = this.#parts
    const { id } = item.upload
    item.speed.restart()
    item.hashing ??= this.#hash(item, file)
    store.update(id, { phase: 'moving', error: null })
    item.attempt = attemptUpload(
      { upload: item.upload, file, sha256: item.hashing.sha256, origin, open },
      {
        begun: (uploadUrl) => uploadUrl !== item.upload.uploadUrl && this.#change(item, { uploadUrl }),
        progress: (bytes) => this.#progress(item, bytes),
        done: (uploaded) => this.#complete(item, uploaded),
        failed: (failure) => this.#failed(item, failure),
      },
    )
  }

  #hash(item: Item, file: File): Hashing {
    const stopping = new AbortController()
    const { sha256: known } = item.upload
    const sha256 = known ? Promise.resolve(known) : this.#parts.hashFile(file, stopping.signal)
    sha256.then(
      (digest) =>
        digest !== item.upload.sha256 &&
        this.#items.has(item.upload.id) &&
        !this.#isOver(item.upload.id) &&
        this.#change(item, { sha256: digest }),
      () => undefined,
    )
    return { sha256, stop: () => stopping.abort() }
  }

  #progress(item: Item, bytes: number): void {
    const { store, now } = this.#parts
    const at = now()
    const all = bytes >= item.upload.sizeBytes
    const bytesPerSecond = item.speed.note(at, bytes)
    if (at - item.toldAt < TELL_EVERY_MS && !all) return
    item.toldAt = at
    if ((store.find(item.upload.id)?.bytes ?? 0) < bytes) item.failures = 0
    store.update(item.upload.id, { bytes, bytesPerSecond, phase: all ? 'sealing' : 'moving' })
  }

  #complete(item: Item, { versionId, trackId, fileId }: Uploaded): void {
    const { store, now, remembered, claims } = this.#parts
    const { id, sizeBytes } = item.upload
    store.update(id, {
      status: 'completed',
      error: null,
      bytes: sizeBytes,
      finishedAt: now(),
      versionId,
      ...(trackId && { trackId }),
      ...(fileId && { fileId }),
    })
    this.#halt(item)
    item.file = null
    void remembered.forget(id)
    claims.letGo(id)
    this.#pump()
  }

  #failed(item: Item, failure: TransferFailure): void {
    const { store, later } = this.#parts
    const { id } = item.upload
    this.#halt(item, { keepHash: true })
    if (failure.passing) {
      const delayMs = Math.min(LONGEST_WAIT_MS, 1000 * 2 ** item.failures++)
      store.update(id, { phase: 'retrying', error: failure.told() })
      item.retry = later(() => {
        item.retry = null
        this.#queue(item)
      }, delayMs)
    } else {
      // A damaged or deleted upload starts from the beginning on the next try.
      if (failure.code === 'checksum' || failure.code === 'gone') this.#change(item, { uploadUrl: null, sha256: null })
      item.hashing?.stop()
      item.hashing = null
      store.update(id, { status: 'error', error: failure.told(), finishedAt: this.#parts.now() })
    }
    this.#pump()
  }

  #halt(item: Item, { keepHash = false }: { keepHash?: boolean } = {}): void {
    item.attempt?.stop()
    item.attempt = null
    item.retry?.()
    item.retry = null
    if (keepHash) return
    item.hashing?.stop()
    item.hashing = null
  }

  #drop(item: Item): void {
    this.#halt(item)
    this.#items.delete(item.upload.id)
    this.#parts.claims.letGo(item.upload.id)
    this.#parts.store.remove(item.upload.id)
  }

  /** Opens the file of an upload by its handle; `ask` for permission only in a click handler. */
  async #reopen(item: Item, { ask }: { ask: boolean }): Promise<boolean> {
    const { handle, sizeBytes, lastModified } = item.upload
    if (!handle || !(await mayRead(handle, ask))) return false
    const file = await handle.getFile().catch(() => null)
    if (file?.size === sizeBytes && file.lastModified === lastModified) {
      item.file = file
      return true
    }
    const failure = new TransferFailure(
      file ? 'file-changed' : 'file-unreadable',
      file ? 'The file has changed since.' : 'The file is not there any more.',
    )
    this.#parts.store.update(item.upload.id, { phase: 'file-needed', error: failure.told(), reopens: false })
    return false
  }

  async #hasDigest(file: File, sha256: string | null): Promise<boolean> {
    return sha256 === null || (await this.#parts.hashFile(file, new AbortController().signal)) === sha256
  }

  /**
   * Asks what the server has of an upload that waits for its file. It may be complete: the last bytes can arrive after
   * their page has closed.
   */
  async #ask(item: Item): Promise<void> {
    const { uploadUrl, id } = item.upload
    const answer = uploadUrl ? await askUpload(this.#parts.fetch, uploadUrl) : null
    if (answer === null || this.#phaseOf(item) !== 'file-needed') return
    if (typeof answer === 'number') return this.#parts.store.update(id, { bytes: answer })
    if (answer !== 'arriving') return this.#complete(item, answer)
    item.retry = this.#parts.later(() => {
      item.retry = null
      void this.#ask(item)
    }, ASK_AGAIN_MS)
  }

  #change(item: Item, part: Partial<RememberedUpload>): void {
    item.upload = { ...item.upload, ...part }
    this.#keep(item.upload)
  }

  /** A browser that cannot store it, for example in a private window, still uploads. */
  #keep(upload: RememberedUpload): void {
    this.#parts.remembered.remember(upload).catch(() => undefined)
  }

  #phaseOf(item: Item): string | undefined {
    const transfer = this.#parts.store.find(item.upload.id)
    return transfer?.status === 'uploading' ? transfer.phase : undefined
  }

  #isOver(id: string): boolean {
    const status = this.#parts.store.find(id)?.status
    return status === undefined || status === 'completed' || status === 'error'
  }
}

/** Uploads with the same key become versions of one track or file. */
function sequenceKey({ trackId, destination, filename }: RememberedUpload): string | null {
  return destination ? `file ${destination.fileId ?? fileNameKey(filename)}` : trackId
}
