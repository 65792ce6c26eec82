import { FailedRequest, networkFailure } from './failed-request.ts'

export interface FetchedFile {
  readonly blob: Blob
  /** What the server calls it. */
  readonly fileName: string
}

/**
 * Reads a file that the server makes while it sends it: how long it will be, nobody knows before. Fails with a
 * `FailedRequest`, also when the line breaks midway.
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
