import type { Seconds } from '#shared/units.ts'
import { apiUrl } from '#web/api/api-url.ts'
import { FailedRequest, networkFailure } from '#web/api/failed-request.ts'
import type { Attachment } from '../../notes.contract.ts'

export interface FileToSend {
  readonly projectId: string
  readonly trackId: string
  readonly file: Blob
  readonly fileName: string
  readonly voice?: { readonly seconds: Seconds; readonly levels: readonly number[] }
}

export interface AttachmentUpload {
  readonly done: Promise<Attachment>
  readonly stop: () => void
}

/** Uploads a file and reports progress in 0..1. Rejects with `FailedRequest`; never settles after an abort. */
export function sendAttachment(
  { projectId, trackId, file, fileName, voice }: FileToSend,
  onProgress: (share: number) => void,
): AttachmentUpload {
  // XMLHttpRequest, because fetch does not report upload progress.
  const request = new XMLHttpRequest()
  const done = new Promise<Attachment>((resolve, reject) => {
    request.open(
      'POST',
      apiUrl(
        '/api/projects/:projectId/tracks/:trackId/attachments',
        { projectId, trackId },
        { fileName, ...(voice && { voiceSeconds: voice.seconds, levels: voice.levels.join(',') }) },
      ),
    )
    request.setRequestHeader('content-type', 'application/offset+octet-stream')
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onerror = () => reject(networkFailure())
    request.onload = () =>
      request.status === 200 ? resolve(request.response) : reject(new FailedRequest(request, request.response ?? {}))
    request.send(file)
  })
  return { done, stop: () => request.abort() }
}

export function attachmentUrl(projectId: string, attachmentId: string): string {
  return apiUrl('/api/projects/:projectId/attachments/:attachmentId', { projectId, attachmentId })
}
