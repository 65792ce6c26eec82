import type { TrackPagePlace } from '#features/tracks/web/track-points.ts'
import { definePoint } from '#web/extension/extension-point.ts'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import type { NotesModelFacts } from './use-notes-model.ts'

/** What a feature adds to the notes of a version, on its track's page. */
export interface TrackNotesAddition {
  /** The task made from a note; one feature provides it. */
  readonly taskOf?: NotesModelFacts['taskOf']
  readonly onMakeTask?: NotesModelFacts['onMakeTask']
  /** Actions on all notes at once. */
  readonly entries?: readonly MenuEntry[]
}

export const trackNotesPoint = definePoint<TrackPagePlace, TrackNotesAddition>()
