import { FailedRequest, networkFailure } from './failed-request.ts'

export interface FetchedFile {
  readonly blob: Blob
  /** From the server's Content-Disposition header. */
  readonly fileName: string
}

/**
 * Reads a file that the server generates while sending it, so its length is not known in advance. Throws
 * `FailedRequest`, also when the connection breaks midway.
 */
export async function fetchFile(url: string, onReceived: (sizeBytes: number) => void): Promise<FetchedFile> {
  const response = await fetch(url, { credentials: 'include' }).catch(() => {
    throw networkFailure()
  })
  if (!response.ok) throw new FailedRequest(response, await response.json().catch(() => ({})))
  const chunks: Uint8Array<ArrayBuffer>[] = []
  try {
    const reader = response.body?.getReader()
    for (let received = 0; ;) {
      const part = await reader?.read()
      if (!part || part.done) break
      chunks.push(part.value)
      received += part.value.byteLength
      onReceived(received)
    }
  } catch {
    throw networkFailure()
  }
  const [, fileName = 'download'] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  return { blob: new Blob(chunks, { type: response.headers.get('content-type') ?? '' }), fileName }
}
