import { notePolicy } from '#features/notes/notes.policy.ts'
import type { TrackNotesAddition } from '#features/notes/web/track-notes-point.ts'
import type { ProjectDetails } from '#features/tracks/tracks.contract.ts'
import type { TrackMenuAddition, TrackPagePlace } from '#features/tracks/web/track-points.ts'
import { allows } from '#shared/roles.ts'
import { markerEntries } from './marker-entries.ts'

export function useMarkersInMenus(project: ProjectDetails): TrackMenuAddition {
  const entries = (trackId: string, versionId: string) =>
    markerEntries({ projectId: project.id, trackId, versionId }, allows(project, notePolicy['note.add']))
  return {
    ofTrack: ({ track, version }) => (version ? entries(track.id, version.id) : []),
    ofVersion: ({ track, version }) => entries(track.id, version.id),
  }
}

/** Export and import of all notes of a version. */
export function useMarkersOfNotes({ project, trackId, version }: TrackPagePlace): TrackNotesAddition {
  if (!version) return {}
  const place = { projectId: project.id, trackId, versionId: version.id }
  return { entries: markerEntries(place, allows(project, notePolicy['note.add'])) }
}
