import type { Uploaded } from './upload-attempt.ts'

/** `arriving`: a part is still being received. A number: bytes stored. Null: no answer, or an unhelpful one. */
export type UploadAnswer = Uploaded | number | 'arriving' | null

const headers = { 'tus-resumable': '1.0.0' }

/** Asks the server what it has of an upload. */
export async function askUpload(send: typeof fetch, uploadUrl: string): Promise<UploadAnswer> {
  const answer = await send(uploadUrl, { method: 'HEAD', headers }).catch(() => null)
  if (answer?.status === 423) return 'arriving'
  if (!answer?.ok) return null
  const versionId = answer.headers.get('roughmix-version-id')
  return versionId === null
    ? Number(answer.headers.get('upload-offset') ?? 0)
    : {
        versionId,
        trackId: answer.headers.get('roughmix-track-id'),
        fileId: answer.headers.get('roughmix-file-id'),
      }
}

/** Deletes an upload. If the server cannot be reached, its clean-up deletes it later. */
export async function giveUpUpload(send: typeof fetch, uploadUrl: string): Promise<void> {
  await send(uploadUrl, { method: 'DELETE', headers }).catch(() => undefined)
}
