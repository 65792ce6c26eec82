import type { PersonName } from './world.ts'

export interface UploadedFile {
  readonly versionId: string
  readonly trackId: string
}

/**
 * Uploads a whole file in one request, like `curl`, to a world that listens at `url`. Without a track id, creates a
 * track with that title.
 */
export async function sendFile(
  url: string,
  person: PersonName,
  {
    projectId,
    trackId,
    title = 'Untitled',
    fileName,
    bytes,
    more = {},
  }: {
    projectId: string
    trackId?: string
    title?: string
    fileName: string
    bytes: Uint8Array<ArrayBuffer>
    more?: Readonly<Record<string, string>>
  },
): Promise<UploadedFile> {
  const metadata = { filename: fileName, ...(trackId ? { trackId } : { trackTitle: title }), ...more }
  const answer = await fetch(`${url}/api/projects/${projectId}/uploads`, {
    method: 'POST',
    headers: {
      'x-test-person': person,
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'upload-length': String(bytes.byteLength),
      'upload-metadata': Object.entries(metadata)
        .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
        .join(','),
    },
    body: bytes,
  })
  const [versionId, sentTo] = [answer.headers.get('roughmix-version-id'), answer.headers.get('roughmix-track-id')]
  if (!versionId || !sentTo) throw new Error(`the upload was answered ${answer.status}: ${await answer.text()}`)
  return { versionId, trackId: sentTo }
}
