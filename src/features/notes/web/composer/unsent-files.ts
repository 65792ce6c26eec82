import type { Seconds } from '#shared/units.ts'
import { apiUrl } from '#web/api/api-url.ts'
import { dropQueued, queuedFile, realId } from '#web/outbox/outbox-store.ts'

export interface FileToSend {
  readonly projectId: string
  readonly trackId: string
  readonly file: Blob
  readonly fileName: string
  readonly voice?: { readonly seconds: Seconds; readonly levels: readonly number[] }
}

/** What the address of an upload says of its file. */
export function attachmentFacts({ fileName, voice }: Pick<FileToSend, 'fileName' | 'voice'>): Record<string, string> {
  return { fileName, ...(voice && { voiceSeconds: String(voice.seconds), levels: voice.levels.join(',') }) }
}

/** True if it waited here and is dropped; the server knows nothing of it. */
export function dropUnsentFile(id: string): boolean {
  if (!queuedFile(id)) return false
  void dropQueued(id)
  return true
}

const urls = new Map<string, string>()

/** Of an attachment: on the server or, while it waits, in this browser. */
export function attachmentUrl(projectId: string, attachmentId: string): string {
  const file = queuedFile(attachmentId)
  const known = urls.get(attachmentId)
  if (file) {
    const url = known ?? URL.createObjectURL(file)
    urls.set(attachmentId, url)
    return url
  }
  // What is sent stays as it is shown until its note is read again.
  return (
    known ??
    apiUrl('/api/projects/:projectId/attachments/:attachmentId', { projectId, attachmentId: realId(attachmentId) })
  )
}
