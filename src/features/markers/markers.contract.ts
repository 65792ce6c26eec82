import * as z from 'zod'
import { MOST_MARKERS } from '#audio/markers/marker.ts'
import { frameRates } from '#audio/markers/timecode.ts'
import { noteLists } from '#features/notes/note-order.ts'
import { NoteBody } from '#features/notes/notes.contract.ts'
import { contract } from '#shared/contract.ts'
import { refusals } from '#shared/errors.ts'
import { listFormats } from './marker-formats.ts'

const At = z.number().nonnegative().max(360_000)
const State = z.enum(noteLists).default('open')

const versionPath = '/api/projects/:projectId/tracks/:trackId/versions/:versionId' as const

export const markerRoutes = contract({
  [`GET ${versionPath}/markers` as const]: {
    access: 'note.view',
    summary:
      'The notes of a version as a marker file: REAPER or Audition list, MIDI, EDL, plain text, or a PDF for print',
    query: z.object({
      format: z.enum(listFormats).default('text'),
      state: State,
      /** Frames per second of an edit list; 29.97 is drop-frame. */
      frames: z.enum(frameRates).default('25'),
      /** Beats per minute of a MIDI file; by default the track’s tempo, the analysed one, or 120. */
      tempo: z.coerce.number().min(20).max(400).optional(),
    }),
    answer: 'raw',
  },
  [`GET ${versionPath}/markers/wav` as const]: {
    access: 'track.download',
    summary: 'The original WAV, sample for sample, with the notes as its markers',
    query: z.object({ state: State }),
    answer: 'raw',
  },
  [`POST ${versionPath}/markers` as const]: {
    access: 'note.add',
    summary: 'Write many notes at once, as from a marker file: all or none',
    body: z.object({
      notes: z
        .array(z.object({ fromSeconds: At, toSeconds: At.nullable(), body: NoteBody }))
        .min(1)
        .max(MOST_MARKERS),
    }),
    answer: z.object({ added: z.number() }),
  },
})

export const markerErrors = refusals({
  'markers.no_wav': [409, 'Markers can only be written to a WAV, and this version’s original is not one.'],
})
