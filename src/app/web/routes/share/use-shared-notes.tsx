import { lazy, useMemo } from 'react'
import type { PlacedNote } from '#features/notes/note-order.ts'
import { NoteFace } from '#features/notes/web/card/NoteFace.tsx'
import { NotePreview } from '#features/notes/web/panel/NotePreview.tsx'
import { pinEntries } from '#features/notes/web/card/note-entries.ts'
import { noteMarkers } from '#features/notes/web/note-markers.ts'
import { useNoteKeys } from '#features/notes/web/use-note-keys.ts'
import { useNotesModel } from '#features/notes/web/use-notes-model.ts'
import type { OpenDoor } from '#features/shares/shares.contract.ts'
import type { GuestNotes } from '#features/shares/web/SharePage.tsx'
import type { ProjectDetails, TrackVersion } from '#features/tracks/tracks.contract.ts'
import type { ListedTrack } from '#features/tracks/web/list/track-list.ts'
import type { Heard } from '#web/player/listening.ts'
import { SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { SkeletonRows } from '#web/ui/list/SkeletonRows.tsx'
import { LazyBoundary } from '#web/ui/page/lazy-part.tsx'
import { phoneQuery, useMedia } from '#web/ui/use-media.ts'
import { searchTextOf } from '../search-values.ts'

const NotesPanel = lazy(() => import('#features/notes/web/panel/NotesPanel.tsx'))

interface SharedNotesParts {
  readonly project: ProjectDetails
  readonly share: OpenDoor
  readonly listed: ListedTrack | undefined
  readonly version: TrackVersion | undefined
  readonly heard: Heard | undefined
  readonly noteId: string | undefined
  /** Entered by the guest; null or empty before. */
  readonly name: string | null
  readonly here: string
  /** Runs at once, or after the guest has entered a name. */
  readonly askName: (go: () => void) => void
  readonly onShow: (place: { readonly trackId?: string; readonly versionId?: string; readonly note?: string }) => void
}

interface SharedNotes {
  readonly shown: GuestNotes | undefined
  /** Starts a note at the playhead; undefined for guests who may not. */
  readonly begin: (() => void) | undefined
}

const nothing = () => undefined

/** The notes model of the selected track for a guest: without tasks, and asking for a name before the first note. */
export function useSharedNotes({
  project,
  share,
  listed,
  version,
  heard,
  noteId,
  name,
  here,
  askName,
  onShow,
}: SharedNotesParts): SharedNotes {
  const phone = useMedia(phoneQuery)
  const trackId = listed?.track.id ?? ''
  const model = useNotesModel({
    project,
    trackId,
    heard,
    noteId,
    myId: share.guest.id,
    guestName: name ?? '',
    version: { id: version?.id ?? '', number: version?.number ?? 0 },
    hrefOf: ({ id }) => here + searchTextOf({ trackId, note: id }),
    onShowVersion: (note) => onShow({ trackId, versionId: note.version.id, note: note.id }),
    onMakeTask: undefined,
    onCompareBefore: undefined,
    entries: [],
    taskOf: nothing,
  })
  const { placed, chosen, conflicts, areElsewhere } = model
  const markers = useMemo(
    () => (areElsewhere ? [] : noteMarkers(placed, project.members, conflicts)),
    [areElsewhere, placed, project.members, conflicts],
  )
  useNoteKeys(version && !areElsewhere ? model : undefined, nothing)
  if (!version || (!share.may.comment && !share.may.seeNotes)) return { shown: undefined, begin: undefined }
  const find = (id: string): PlacedNote | undefined => placed.find((note) => note.id === id)
  // Replies need a name.
  const named = { ...model, mayWrite: model.mayWrite && name !== null && name !== '' }
  const write: GuestNotes['onAdd'] = model.mayWrite ? (range) => askName(() => model.write(range)) : undefined
  return {
    begin: write && (() => write()),
    shown: {
      count: model.openCount,
      content: (
        <LazyBoundary
          missing="shown"
          shape={
            <SkeletonGroup>
              <SkeletonRows face />
            </SkeletonGroup>
          }
        >
          <NotesPanel key={`${trackId} ${phone}`} model={named} inPage={phone} />
        </LazyBoundary>
      ),
      markers,
      chosenId: chosen?.id,
      faceOf: (id) => {
        const note = find(id)
        return (
          note && <NoteFace note={note} inBar={note.place.toSeconds !== null} isConflict={conflicts.has(note.id)} />
        )
      },
      previewOf: (id) => {
        const note = find(id)
        return note && <NotePreview note={note} members={project.members} />
      },
      entriesOf: (id) => {
        const note = find(id)
        return note ? pinEntries(named, note, nothing) : []
      },
      onChoose: (id) => {
        const note = find(id)
        if (note) model.choose(note)
      },
      onAdd: write,
    },
  }
}
