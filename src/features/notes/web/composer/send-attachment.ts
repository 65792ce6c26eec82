import { apiUrl } from '#web/api/api-url.ts'
import { FailedRequest, networkFailure } from '#web/api/failed-request.ts'
import type { Attachment } from '../../notes.contract.ts'
import { attachmentFacts, type FileToSend } from './unsent-files.ts'

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
        attachmentFacts({ fileName, voice }),
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
