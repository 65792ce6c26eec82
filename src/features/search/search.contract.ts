import * as z from 'zod'
import { fileKinds } from '#features/files/file-kinds.ts'
import { noteStates } from '#features/notes/notes.contract.ts'
import { taskStates } from '#features/tasks/task-choices.ts'
import { contract } from '#shared/contract.ts'
import { Id, words } from '#shared/shapes.ts'

const InProject = { projectId: Id, projectName: z.string() }

export const FoundProject = z.object({ id: Id, name: z.string(), archived: z.boolean() })
export const FoundTrack = z.object({ id: Id, title: z.string(), ...InProject })
export const FoundNote = z.object({
  /** The note's id, also if the match is in a reply. */
  id: Id,
  /** The text around the match, shortened at both ends. */
  excerpt: z.string(),
  authorName: z.string().nullable(),
  state: z.enum(noteStates),
  trackId: Id,
  trackTitle: z.string(),
  /** The version it was written on; null if that is the current one, or was deleted. */
  versionId: Id.nullable(),
  fromSeconds: z.number(),
  ...InProject,
})
export const FoundTask = z.object({
  id: Id,
  title: z.string(),
  number: z.number(),
  taskPrefix: z.string(),
  state: z.enum(taskStates),
  ...InProject,
})
/** A file that is no bounce. */
export const FoundFile = z.object({ id: Id, name: z.string(), kind: z.enum(fileKinds), ...InProject })
/** A person who shares a project with the user, and one such project. */
export const FoundPerson = z.object({ id: Id, name: z.string(), ...InProject })

export const Found = z
  .object({
    projects: z.array(FoundProject),
    tracks: z.array(FoundTrack),
    notes: z.array(FoundNote),
    tasks: z.array(FoundTask),
    files: z.array(FoundFile),
    people: z.array(FoundPerson),
  })
  .meta({ id: 'Found' })
export type Found = z.infer<typeof Found>

export const searchRoutes = contract({
  'GET /api/search': {
    access: 'signed-in',
    tokens: ['read'],
    summary: 'Visible projects, tracks, notes, tasks, files and people that match every word, the best few of each',
    query: z.object({ q: words(200), limit: z.coerce.number().int().min(1).max(20).default(6) }),
    answer: Found,
  },
})
