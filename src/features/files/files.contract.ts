import * as z from 'zod'
import { contract } from '#shared/contract.ts'
import { refusals } from '#shared/errors.ts'
import { Done, Id, InstantMs, Name, page, Paging, words } from '#shared/shapes.ts'
import { FileFacts } from './file-facts.ts'
import { fileKinds, LONGEST_FILE_NOTE } from './file-kinds.ts'
import { fileAudiences } from './files.policy.ts'

/** What can be shown of a file without downloading it. */
export const filePreviews = ['picture', 'pdf', 'text'] as const
export type FilePreview = (typeof filePreviews)[number]

export const FileVersion = z
  .object({
    id: Id,
    number: z.number(),
    /** As it was uploaded. */
    fileName: z.string(),
    sizeBytes: z.number(),
    sha256: z.string(),
    preview: z.enum(filePreviews).nullable(),
    /** Null until it was read, and for what is not. */
    facts: FileFacts.nullable(),
    note: z.string(),
    uploadedBy: z.object({ id: Id, name: z.string().nullable() }),
    createdAt: InstantMs,
  })
  .meta({ id: 'FileVersion' })
export type FileVersion = z.infer<typeof FileVersion>

/** A file of a project that is not a bounce: stems, a session, lyrics, artwork. */
export const ProjectFile = z
  .object({
    id: Id,
    name: z.string(),
    kind: z.enum(fileKinds).describe('By its name'),
    /** The track it belongs to; null for the whole project. */
    trackId: Id.nullable(),
    audience: z.enum(fileAudiences),
    versionCount: z.number(),
    newest: FileVersion,
    createdAt: InstantMs,
    updatedAt: InstantMs,
  })
  .meta({ id: 'ProjectFile' })
export type ProjectFile = z.infer<typeof ProjectFile>

export const fileRoutes = contract({
  'GET /api/projects/:projectId/files': {
    access: 'file.view',
    guests: 'files',
    summary: 'The files of a project that the caller may see, each with its newest version, last changed first',
    query: Paging,
    answer: page(ProjectFile),
  },
  'GET /api/projects/:projectId/files/:fileId': {
    access: 'file.view',
    guests: 'files',
    summary: 'A file',
    answer: ProjectFile,
  },
  'GET /api/projects/:projectId/files/:fileId/versions': {
    access: 'file.view',
    summary: 'All versions of a file, newest first',
    query: Paging,
    answer: page(FileVersion),
  },
  'PATCH /api/projects/:projectId/files/:fileId': {
    access: 'file.edit',
    summary: 'Rename a file, say which track it belongs to, or who can see it',
    body: z.object({
      name: Name.optional(),
      trackId: Id.nullable().optional(),
      audience: z.enum(fileAudiences).optional(),
    }),
    answer: ProjectFile,
  },
  'PATCH /api/projects/:projectId/files/:fileId/versions/:fileVersionId': {
    access: 'file.edit',
    summary:
      'Write a note on a version of a file; `basedOn` is the note as it was seen: another is not overwritten (409)',
    body: z.object({
      note: words(LONGEST_FILE_NOTE).trim(),
      basedOn: z
        .object({ note: words(LONGEST_FILE_NOTE) })
        .partial()
        .optional(),
    }),
    answer: FileVersion,
  },
  'DELETE /api/projects/:projectId/files/:fileId': {
    access: 'file.edit',
    summary: 'Move a file to the trash, with all its versions',
    answer: Done,
  },
  'POST /api/projects/:projectId/files/:fileId/restore': {
    access: 'file.edit',
    summary: 'Bring a file back from the trash',
    answer: ProjectFile,
  },
  'POST /api/projects/:projectId/files/:fileId/erase': {
    access: 'file.erase',
    audit: 'file.erased',
    summary: 'Delete a file that is in the trash for good, with all its versions',
    answer: Done,
  },
  'GET /api/projects/:projectId/files/:fileId/versions/:fileVersionId/download': {
    access: 'file.download',
    guests: 'files',
    summary: 'The bytes of a version of a file, also by range; always as a download',
    answer: 'raw',
  },
  'GET /api/projects/:projectId/files/:fileId/versions/:fileVersionId/preview': {
    access: 'file.view',
    guests: 'files',
    summary: 'A picture, PDF or plain text to look at, as a document that may do nothing; other files have none',
    answer: 'raw',
  },
})

export const fileErrors = refusals({
  'file.name_taken': [409, 'Another file in this project has this name. Choose a different one.'],
  'file.no_preview': [404, 'This file has no preview. Download it to open it.'],
  'file.in_trash': [423, 'This file is in the trash. Restore it to continue the upload.'],
})
