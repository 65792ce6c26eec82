import * as z from 'zod'
import { noteStates } from '#features/notes/notes.contract.ts'
import { taskStates } from '#features/tasks/task-choices.ts'
import { contract } from '#shared/contract.ts'
import { Id, words } from '#shared/shapes.ts'

const InProject = { projectId: Id, projectName: z.string() }

export const FoundProject = z.object({ id: Id, name: z.string(), archived: z.boolean() })
export const FoundTrack = z.object({ id: Id, title: z.string(), ...InProject })
export const FoundNote = z.object({
  /** Of the note itself, also where an answer to it was found. */
  id: Id,
  /** The words around what was sought, cut at both ends where there are more. */
  excerpt: z.string(),
  authorName: z.string().nullable(),
  state: z.enum(noteStates),
  trackId: Id,
  trackTitle: z.string(),
  /** Where it stands as it was written; null where that is the version everybody hears, or is gone. */
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
/** Somebody with whom one shares a project, and one such project. */
export const FoundPerson = z.object({ id: Id, name: z.string(), ...InProject })

export const Found = z
  .object({
    projects: z.array(FoundProject),
    tracks: z.array(FoundTrack),
    notes: z.array(FoundNote),
    tasks: z.array(FoundTask),
    people: z.array(FoundPerson),
  })
  .meta({ id: 'Found' })
export type Found = z.infer<typeof Found>

export const searchRoutes = contract({
  'GET /api/search': {
    access: 'signed-in',
    tokens: ['read'],
    summary: 'Visible projects, tracks, notes, tasks and people that match every word, the best few of each',
    query: z.object({ q: words(200), limit: z.coerce.number().int().min(1).max(20).default(6) }),
    answer: Found,
  },
})
