import * as z from 'zod'
import { contract } from '#shared/contract.ts'
import { Done } from '#shared/shapes.ts'
import { VOICE_LEVELS } from './attachment-kinds.ts'

const Levels = z
  .string()
  .regex(/^\d{1,2}(,\d{1,2})*$/)
  .transform((list) => list.split(',').map(Number))
  .refine((levels) => levels.length <= VOICE_LEVELS)

export const attachmentRoutes = contract({
  'POST /api/projects/:projectId/tracks/:trackId/attachments': {
    access: 'note.add',
    guests: 'comment',
    summary:
      'Send a file (its bytes as application/offset+octet-stream) that a note or reply may name; answers an ' +
      'Attachment. Unnamed for a week, it is dropped',
    query: z.object({
      fileName: z.string().min(1).max(4096),
      /** Spoken into the page, so many seconds long. */
      voiceSeconds: z.coerce.number().positive().max(3600).optional(),
      /** How loud a spoken note is: up to 48 numbers of 0 to 99 with commas between. */
      levels: Levels.optional(),
    }),
    answer: 'raw',
  },
  'GET /api/projects/:projectId/attachments/:attachmentId': {
    access: 'note.view',
    guests: 'listen',
    summary: 'The file’s bytes, also by range: pictures and recordings inline, everything else as a download',
    answer: 'raw',
  },
  'DELETE /api/projects/:projectId/attachments/:attachmentId': {
    access: 'note.add',
    guests: 'comment',
    summary: 'Remove one’s own file from a note, or discard it before the note is sent',
    answer: Done,
  },
})
