import type { TrackPagePlace } from '#features/tracks/web/track-points.ts'
import { definePoint } from '#web/extension/extension-point.ts'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import type { NotesModelFacts } from './use-notes-model.ts'

/** Among the notes of a version, on the page of its track. */
export interface TrackNotesAddition {
  /** What has become of a note; for one feature. */
  readonly taskOf?: NotesModelFacts['taskOf']
  readonly onMakeTask?: NotesModelFacts['onMakeTask']
  /** What can be done with all of them at once. */
  readonly entries?: readonly MenuEntry[]
}

export const trackNotesPoint = definePoint<TrackPagePlace, TrackNotesAddition>()
