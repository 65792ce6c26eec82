import * as z from 'zod'
import { LONGEST_FILE_NOTE } from '#features/files/file-kinds.ts'
import { contract } from '#shared/contract.ts'
import { refusals } from '#shared/errors.ts'
import { Id, InstantMs, page, Paging } from '#shared/shapes.ts'

/** An unfinished upload of the user's own. */
export const OpenUpload = z
  .object({
    id: Id,
    /** `file`: a file of the project that is no bounce; `trackId` is then the track it belongs to, if any. */
    destination: z.enum(['track', 'file']),
    fileId: Id.nullable(),
    trackId: Id.nullable(),
    trackTitle: z.string(),
    fileName: z.string(),
    sizeBytes: z.number(),
    offsetBytes: z.number(),
    createdAt: InstantMs,
    expiresAt: InstantMs,
    url: z.string(),
  })
  .meta({ id: 'OpenUpload' })
export type OpenUpload = z.infer<typeof OpenUpload>

/** The track for a file by its name, as the page suggests it. */
export const UploadTarget = z
  .object({
    /** The track of which it is the next version; null if none is close enough, or two are equally close. */
    track: z.object({ id: Id, title: z.string() }).nullable(),
    /** The title for a new track. */
    title: z.string(),
    /** The version with the same bytes, if the SHA-256 was given. */
    same: z.object({ trackId: Id, title: z.string(), versionId: Id, number: z.number() }).nullable(),
  })
  .meta({ id: 'UploadTarget' })
export type UploadTarget = z.infer<typeof UploadTarget>

/** How much can be uploaded now: a larger file is refused before its first byte. */
export const UploadAllowance = z
  .object({
    freeBytes: z.number().nullable().describe('Null where nothing sets a limit'),
    /** The limit that is reached first. */
    limitedBy: z.enum(['project', 'organization', 'server']).nullable(),
    largestFileBytes: z.number(),
  })
  .meta({ id: 'UploadRoom' })
export type UploadAllowance = z.infer<typeof UploadAllowance>

/** Another track that sounds like the only version of a track. */
export const LikelyTrack = z
  .object({
    likely: z
      .object({
        /** False if the match is uncertain: another arrangement, or two similar candidates. */
        isSure: z.boolean(),
        track: z.object({ id: Id, title: z.string() }),
        /** The version it was compared with. */
        versionId: Id,
        number: z.number(),
      })
      .nullable(),
  })
  .meta({ id: 'LikelyTrack' })
export type LikelyTrack = z.infer<typeof LikelyTrack>

/** Where a version is now. */
export const JoinedVersion = z.object({ trackId: Id, versionId: Id, number: z.number() }).meta({ id: 'JoinedVersion' })
export type JoinedVersion = z.infer<typeof JoinedVersion>

export const transferRoutes = contract({
  'GET /api/projects/:projectId/uploads': {
    access: 'upload.add',
    guests: 'upload',
    summary: 'The caller’s unfinished uploads, newest first',
    query: Paging,
    answer: page(OpenUpload),
  },
  'GET /api/projects/:projectId/uploads/target': {
    access: 'upload.add',
    summary: 'The track that a file’s name suggests, and whether a version already has its SHA-256',
    query: z.object({
      fileName: z.string().min(1).max(4096),
      sha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .optional(),
    }),
    answer: UploadTarget,
  },
  'GET /api/projects/:projectId/uploads/room': {
    access: 'upload.add',
    guests: 'upload',
    summary: 'How much may be uploaded before a limit or the disk is full',
    answer: UploadAllowance,
  },
  'GET /api/projects/:projectId/tracks/:trackId/likely': {
    access: 'upload.add',
    tokens: ['manage'],
    summary: 'Whether a track’s only version sounds like another track of the project',
    answer: LikelyTrack,
  },
  'POST /api/projects/:projectId/tracks/:trackId/join': {
    access: 'upload.add',
    tokens: ['manage'],
    summary: 'Make a track’s only version the next version of another track; the empty track goes to the trash',
    body: z.object({ intoTrackId: Id }),
    answer: JoinedVersion,
  },
  'POST /api/projects/:projectId/tracks/:trackId/part': {
    access: 'upload.add',
    tokens: ['manage'],
    summary: 'Undo a join: the version is a track of its own again',
    answer: JoinedVersion,
  },
  'OPTIONS /api/projects/:projectId/uploads': {
    access: 'upload.add',
    guests: 'upload',
    summary: 'tus 1.0: what this server can do, and the largest file it takes',
    answer: 'raw',
  },
  'POST /api/projects/:projectId/uploads': {
    access: 'upload.add',
    guests: 'upload',
    summary:
      'tus 1.0 creation. Upload-Metadata: filename, and trackId or trackTitle, changelog; or destination file, and ' +
      'fileId for a version of a file under another name, trackId, audience, changelog',
    answer: 'raw',
  },
  'HEAD /api/projects/:projectId/uploads/:uploadId': {
    access: 'upload.add',
    guests: 'upload',
    summary: 'tus 1.0: how many bytes are stored safely',
    answer: 'raw',
  },
  'PATCH /api/projects/:projectId/uploads/:uploadId': {
    access: 'upload.add',
    guests: 'upload',
    summary: 'tus 1.0: the next part. The last one may carry Repr-Digest with the SHA-256 of the whole file',
    answer: 'raw',
  },
  'DELETE /api/projects/:projectId/uploads/:uploadId': {
    access: 'upload.add',
    guests: 'upload',
    summary: 'tus 1.0 termination: cancel the upload',
    answer: 'raw',
  },
})

export const transferErrors = refusals({
  'upload.protocol': [412, 'Send Tus-Resumable: 1.0.0.'],
  'upload.headers': [
    400,
    'This is not an upload that can be understood: Upload-Length, Upload-Offset ' +
      'or Upload-Metadata is missing or wrong.',
  ],
  'upload.name': [400, 'Send the name of the file, and its track or the title of the new track.'],
  'upload.note': [400, `A note on a file can have up to ${LONGEST_FILE_NOTE} characters.`],
  'upload.too_large': [413, 'This file is larger than this server accepts.'],
  'upload.too_long': [413, 'More bytes arrived than the file was announced to have.'],
  'upload.offset': [
    409,
    'This part does not follow the bytes that are here. Ask how many there are and go on from there.',
  ],
  'upload.locked': [423, 'Another part of this upload is still arriving. Try again in a moment.'],
  'upload.track_trashed': [423, 'The track of this upload is in the trash. Restore it to continue the upload.'],
  'upload.gone': [410, 'This upload was cancelled or has expired. Start it again.'],
  'upload.finished': [409, 'This upload is finished.'],
  'upload.too_often': [
    429,
    'Too many files were sent through this link in the last hour. Wait a while, then send it again.',
  ],
  'upload.too_many': [429, 'Too many unfinished uploads. Finish or cancel some of them first.'],
  'upload.not_alone': [
    409,
    'Only a track with one version, of which nobody has said anything yet, can become a version of another.',
  ],
  'upload.spoken_of': [
    409,
    'This version is not the newest any more, or something was said of it. It stays where it is.',
  ],
  'upload.checksum': [
    460,
    'The file arrived damaged: its checksum differs from the one you sent. It was not kept. Upload it again.',
  ],
  'upload.unreadable': [500, 'This upload can no longer be read. Start it again.'],
})
