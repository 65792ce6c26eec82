import * as z from 'zod'
import { contract } from '#shared/contract.ts'
import { Id } from '#shared/shapes.ts'

const figure = z.number().nullable()

/** A section on one version, in that version's seconds. */
const SectionPlace = z.object({
  versionId: Id,
  fromSeconds: z.number(),
  /** Null if nothing is left of it. */
  toSeconds: z.number().nullable(),
  /** As of a note: how sure its place is. */
  by: z.enum(['own', 'aligned', 'same-time', 'unsure', 'cut']),
  /** With `cut`: the number of the first version on the way from where it was named that does not have all of it. */
  cutIn: z.number().optional(),
  /** Integrated loudness in LUFS, gated over the section alone; null for silence and less than 0.4 s. */
  integrated: figure,
  /** dBTP; null in silence, and in a version that an older release analysed. */
  truePeak: figure,
  /** True peak above integrated loudness, in dB. */
  plr: figure,
})
export type SectionPlace = z.infer<typeof SectionPlace>

/** A named part of a track: a note on a range that says only its name. */
const TrackSection = z
  .object({
    noteId: Id,
    name: z.string(),
    /** Where it was named. */
    version: z.object({ id: Id, number: z.number() }),
    /** On that version. */
    fromSeconds: z.number(),
    toSeconds: z.number(),
    /** One for each version of the answer. */
    places: z.array(SectionPlace),
  })
  .meta({ id: 'TrackSection' })
export type TrackSection = z.infer<typeof TrackSection>

export const TrackSections = z
  .object({
    /** The newest that were analysed, newest first; none if there are no sections. */
    versions: z.array(
      z.object({
        id: Id,
        number: z.number(),
        /** `no-loudness`: object audio, or no measurements. `no-peaks`: an older release analysed it. */
        measured: z.enum(['all', 'no-peaks', 'no-loudness']),
      }),
    ),
    /** Those that were named on the oldest version first, in order of time. */
    sections: z.array(TrackSection),
  })
  .meta({ id: 'TrackSections' })
export type TrackSections = z.infer<typeof TrackSections>

export const sectionRoutes = contract({
  'GET /api/projects/:projectId/tracks/:trackId/sections': {
    access: 'note.view',
    summary: 'The sections of a track: loudness, true peak and PLR of each in its twelve newest versions',
    answer: TrackSections,
  },
})
