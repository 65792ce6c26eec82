import type { Milliseconds } from '#shared/units.ts'
import { randomKey } from '#web/api/random-key.ts'
import { saveBlob } from '#web/ui/save-blob.ts'
import { DownloadList } from './download/download-list.ts'
import { blobSink, chooseSink } from './download/file-sinks.ts'
import { transfersStore } from './panel/transfers-store.ts'
import type { TransferEngine } from './transfer-engine.ts'
import { hashFile, runningHash } from './upload/file-hash.ts'
import { uploadsInBrowser } from './upload/remembered-uploads.ts'
import { openTus } from './upload/upload-attempt.ts'
import { claimsInBrowser } from './upload/upload-claims.ts'
import { UploadQueue } from './upload/upload-queue.ts'

/** The transfer engine of one user in this tab. Lives as long as the page. */
export function createTransferEngine(userId: string): TransferEngine {
  const store = transfersStore()
  const common = { store, origin: '', fetch: globalThis.fetch.bind(globalThis), newId: randomKey, now: Date.now }
  const uploads = new UploadQueue({
    ...common,
    remembered: uploadsInBrowser(userId),
    claims: claimsInBrowser(),
    hashFile,
    openTus,
    later,
  })
  const downloads = new DownloadList({ ...common, runningHash, chooseSink, blobSink: () => blobSink(), saveBlob, wait })
  addEventListener('online', () => uploads.wake())
  addEventListener('beforeunload', (event) => uploads.wouldLoseFiles && event.preventDefault())
  return joined(store, uploads, downloads)
}

/** One engine over both lists; an id belongs to one of them. */
export function joined(store: TransferEngine['store'], uploads: UploadQueue, downloads: DownloadList): TransferEngine {
  const dismiss = (id: string) => (uploads.has(id) ? uploads.dismiss(id) : downloads.cancel(id))
  return {
    store,
    upload: (requests) => requests.map((request) => uploads.add(request)),
    download: (request) => downloads.add(request),
    pause: (id) => (uploads.has(id) ? uploads.pause(id) : downloads.pause(id)),
    resume: (id) => (uploads.has(id) ? void uploads.resume(id) : downloads.resume(id)),
    retry: (id) => (uploads.has(id) ? uploads.retry(id) : downloads.resume(id)),
    cancel: (id) => (uploads.has(id) ? void uploads.cancel(id) : downloads.cancel(id)),
    chooseFile: (id, file, handle) => uploads.chooseFile(id, file, handle),
    dismiss,
    dismissFinished: () =>
      store
        .list()
        .filter(({ status }) => status === 'completed')
        .forEach(({ id }) => dismiss(id)),
    restore: () => uploads.restore(),
    async forget() {
      downloads.forget()
      await uploads.forget()
    },
  }
}

function later(work: () => void, delayMs: Milliseconds): () => void {
  const timer = setTimeout(work, delayMs)
  return () => clearTimeout(timer)
}

function wait(delayMs: Milliseconds, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, delayMs)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
