import { saveBlob as saveByBrowser } from '#web/ui/save-blob.ts'

/** The destination of a download's bytes. */
export interface FileSink {
  write(chunk: Uint8Array<ArrayBuffer>): Promise<void>
  /** Discards what was written: the file is read again from its start. */
  restart(): Promise<void>
  /** Saves the complete file. Resolves with its bytes if they are in memory. */
  save(filename: string, contentType: string): Promise<Blob | null>
  /** Deletes everything. */
  drop(): Promise<void>
}

/** Collects the file in a Blob, which browsers keep on disk if it is large, and saves it as a download. */
export function blobSink(saveBlob: (blob: Blob, filename: string) => void = saveByBrowser): FileSink {
  let chunks: Uint8Array<ArrayBuffer>[] = []
  return {
    async write(chunk) {
      chunks.push(chunk)
    },
    async restart() {
      chunks = []
    },
    async save(filename, contentType) {
      const blob = new Blob(chunks, { type: contentType })
      chunks = []
      saveBlob(blob, filename)
      return blob
    },
    async drop() {
      chunks = []
    },
  }
}

/** Writes directly into a file that the user chose; it appears when it is complete. */
export function fileSink(file: FileSystemWritableFileStream): FileSink {
  return {
    write: (chunk) => file.write(chunk),
    async restart() {
      await file.seek(0)
      await file.truncate(0)
    },
    async save() {
      await file.close()
      return null
    },
    drop: () => file.abort(),
  }
}

/** Asks where to save a file; undefined if the browser cannot, null if the user cancels. */
export async function chooseSink(filename: string): Promise<FileSink | null | undefined> {
  const choose: unknown = Reflect.get(globalThis, 'showSaveFilePicker')
  if (typeof choose !== 'function') return undefined
  try {
    const handle: unknown = await Reflect.apply(choose, globalThis, [{ suggestedName: filename }])
    return handle instanceof FileSystemFileHandle ? fileSink(await handle.createWritable()) : undefined
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? null : undefined
  }
}
