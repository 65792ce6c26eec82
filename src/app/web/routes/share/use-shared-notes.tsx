import { lazy, useMemo, useSyncExternalStore } from 'react'
import type { PlacedNote } from '#features/notes/note-order.ts'
import { NoteFace } from '#features/notes/web/card/NoteFace.tsx'
import { NotePreview } from '#features/notes/web/panel/NotePreview.tsx'
import type { NoteSigning } from '#features/notes/web/composer/NoteComposer.tsx'
import { pinEntries } from '#features/notes/web/card/note-entries.ts'
import { noteMarkers } from '#features/notes/web/note-markers.ts'
import { useNoteKeys } from '#features/notes/web/use-note-keys.ts'
import { useNotesModel } from '#features/notes/web/use-notes-model.ts'
import type { OpenDoor } from '#features/shares/shares.contract.ts'
import type { GuestNotes } from '#features/shares/web/guest-notes.ts'
import type { ProjectDetails, TrackVersion } from '#features/tracks/tracks.contract.ts'
import type { ListedTrack } from '#features/tracks/web/list/track-list.ts'
import type { Heard } from '#web/player/listening.ts'
import { SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { SkeletonRows } from '#web/ui/list/SkeletonRows.tsx'
import { LazyBoundary } from '#web/ui/page/lazy-part.tsx'
import { searchTextOf } from '../search-values.ts'

const GuestNotesList = lazy(() => import('#features/notes/web/panel/GuestNotes.tsx'))

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
  readonly signing: NoteSigning
  /** Below the field. */
  readonly notice: string | undefined
  readonly onShow: (place: { readonly trackId?: string; readonly versionId?: string; readonly note?: string }) => void
}

interface SharedNotes {
  readonly shown: GuestNotes | undefined
  /** Starts a note at the playhead; undefined for guests who may not. */
  readonly begin: (() => void) | undefined
}

const nothing = () => undefined

/** The notes model of the selected track for a guest: without tasks, and signed with a name in the first note. */
export function useSharedNotes({
  project,
  share,
  listed,
  version,
  heard,
  noteId,
  name,
  here,
  signing,
  notice,
  onShow,
}: SharedNotesParts): SharedNotes {
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
  const draft = useSyncExternalStore(model.draft.watch, model.draft.get)
  const place = chosen?.place
  const lit = draft
    ? { from: draft.from, to: draft.to }
    : place && place.toSeconds !== null
      ? { from: place.fromSeconds, to: place.toSeconds }
      : undefined
  useNoteKeys(version && !areElsewhere ? model : undefined, nothing)
  if (!version || (!share.may.comment && !share.may.seeNotes)) return { shown: undefined, begin: undefined }
  const find = (id: string): PlacedNote | undefined => placed.find((note) => note.id === id)
  // Replies need a name.
  const isNamed = name !== null && name !== ''
  const named = { ...model, mayWrite: model.mayWrite && isNamed }
  const write: GuestNotes['onAdd'] = model.mayWrite ? (range) => model.write(range) : undefined
  return {
    begin: write && (() => write()),
    shown: {
      lit,
      content: (
        <LazyBoundary
          missing="shown"
          shape={
            <SkeletonGroup>
              <SkeletonRows face />
            </SkeletonGroup>
          }
        >
          <GuestNotesList key={trackId} model={named} writing={model} signing={signing} notice={notice} />
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
