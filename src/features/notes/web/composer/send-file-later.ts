import { queueFile, tempId } from '#web/outbox/outbox-store.ts'
import type { AttachmentKind } from '../../attachment-kinds.ts'
import type { Attachment } from '../../notes.contract.ts'
import { attachmentFacts, type FileToSend } from './unsent-files.ts'

/** Larger files wait for their writer to send them again: browsers keep only so much. */
const MOST_QUEUED_BYTES = 50e6

/**
 * Keeps a file in this browser until the server can be reached; a note may name it at once. Undefined if it is too
 * large for that.
 */
export async function sendFileLater({
  projectId,
  trackId,
  file,
  fileName,
  voice,
}: FileToSend): Promise<Attachment | undefined> {
  if (file.size > MOST_QUEUED_BYTES) return undefined
  const id = tempId()
  await queueFile({
    route: 'POST /api/projects/:projectId/tracks/:trackId/attachments',
    params: { projectId, trackId },
    query: attachmentFacts({ fileName, voice }),
    file,
    makes: id,
  })
  return {
    id,
    kind: voice ? 'voice' : kindOf(file.type),
    fileName,
    mediaType: file.type,
    sizeBytes: file.size,
    sha256: '',
    durationSeconds: voice?.seconds ?? null,
    levels: voice ? [...voice.levels] : null,
  }
}

function kindOf(mediaType: string): AttachmentKind {
  if (/^image\/(png|jpeg|gif|webp|avif)$/.test(mediaType)) return 'image'
  return mediaType.startsWith('audio/') ? 'audio' : 'file'
}
