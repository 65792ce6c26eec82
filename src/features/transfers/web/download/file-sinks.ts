import { saveBlob as saveByBrowser } from '#web/ui/save-blob.ts'

/** Where the bytes of a download go. */
export interface FileSink {
  write(chunk: Uint8Array<ArrayBuffer>): Promise<void>
  /** Forgets what was written: the file is read again from its start. */
  restart(): Promise<void>
  /** Hands the whole file to the person. Answers its bytes where they are still at hand. */
  save(filename: string, contentType: string): Promise<Blob | null>
  /** Leaves nothing behind. */
  drop(): Promise<void>
}

/** Collects the file, which browsers do on the disk when it is large, and saves it as any download. */
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

/** Writes straight into a file that the person chose; it appears when it is complete. */
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

/** Asks where to put a file; undefined where the browser cannot, null when the person would rather not. */
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
