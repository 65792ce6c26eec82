import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { meQuery } from '#features/account/web/account.client.ts'
import { useCompare } from '#features/comparisons/web/use-compare.ts'
import { versionBefore } from '#features/tracks/web/list/track-list.ts'
import { trackHref } from '#features/tracks/web/track-links.ts'
import type { TrackPageAddition, TrackPagePlace } from '#features/tracks/web/track-points.ts'
import { trackStrings } from '#features/tracks/web/tracks.strings.ts'
import { heardOf } from '#features/tracks/web/versions/version-sound.ts'
import type { Seconds } from '#shared/units.ts'
import { SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { SkeletonRows } from '#web/ui/list/SkeletonRows.tsx'
import { LazyBoundary, lazyComponent } from '#web/ui/page/lazy-part.tsx'
import type { PlacedNote } from '../note-order.ts'
import { NoteFace } from './card/NoteFace.tsx'
import { pinEntries } from './card/note-entries.ts'
import { useWritingRange } from './composer/note-draft.ts'
import { takeNoteRequests } from './note-request.ts'
import { noteMarkers } from './note-markers.ts'
import { NotePreview } from './panel/NotePreview.tsx'
import { trackNotesPoint } from './track-notes-point.ts'
import { useNoteKeys } from './use-note-keys.ts'
import { useNotesModel, type NotesModelFacts } from './use-notes-model.ts'

export const NotesPanel = lazyComponent(() => import('./panel/NotesPanel.tsx'))

/** A track's notes on its page: the panel, the pins and the keys. */
export function useNotesOnTrackPage(page: TrackPagePlace): TrackPageAddition {
  const { project, trackId, listed, version, versionId } = page
  const noteId = useSearch({ strict: false, select: ({ note }) => note })
  useShownWhenFollowed(noteId, () => page.onPanel('notes'))
  const onShow = () => page.onShow('notes')
  const navigate = useNavigate()
  const { data: me } = useQuery(meQuery)
  const added = trackNotesPoint.useParts(page)
  const track = listed?.track
  const heard = useMemo(
    () => track && heardOf({ id: project.id, name: project.name, cover: project.cover }, track, version),
    [project.id, project.name, project.cover, track, version],
  )
  const model = useNotesModel({
    project,
    trackId: track?.id ?? '',
    heard,
    noteId,
    onCompareBefore: useCompareBefore(page),
    myId: me?.id ?? '',
    version: { id: version?.id ?? '', number: version?.number ?? 0 },
    hrefOf: ({ id, place }) => trackHref(project.id, trackId, { versionId, at: place.fromSeconds, noteId: id }),
    onShowVersion: (note) =>
      void navigate({
        to: '/',
        search: { projectId: project.id, trackId, versionId: note.version.id, t: note.fromSeconds, note: note.id },
      }),
    onMakeTask: added.find((one) => one.onMakeTask)?.onMakeTask,
    entries: added.flatMap(({ entries = [] }) => entries),
    taskOf: (id) => added.find((one) => one.taskOf)?.taskOf?.(id),
  })
  const { placed, chosen, mayWrite, conflicts, areElsewhere } = model
  const markers = useMemo(
    () => (areElsewhere ? [] : noteMarkers(placed, project.members, conflicts)),
    [areElsewhere, placed, project.members, conflicts],
  )
  const writing = useWritingRange(model.draft)
  const byId = useMemo(() => new Map(placed.map((note) => [note.id, note])), [placed])
  useNoteKeys(version && !areElsewhere ? model : undefined, onShow)
  useNoteRequests(version && mayWrite && !areElsewhere ? version.id : undefined, (at) => {
    onShow()
    model.write({ from: at, to: null })
  })
  if (!version) return {}
  const find = (id: string): PlacedNote | undefined => byId.get(id)
  return {
    panel: {
      name: 'notes',
      label: trackStrings.tabs.notes,
      count: model.openCount,
      isFirst: true,
      content: (
        <LazyBoundary
          missing="shown"
          shape={
            <SkeletonGroup>
              <SkeletonRows face />
            </SkeletonGroup>
          }
        >
          <NotesPanel model={model} />
        </LazyBoundary>
      ),
    },
    marks: {
      markers,
      chosenId: chosen?.id,
      writing,
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
        return note ? pinEntries(model, note, onShow) : []
      },
      onChoose: (id) => {
        const note = find(id)
        if (!note) return
        onShow()
        model.choose(note)
      },
      onAdd: mayWrite
        ? (range) => {
            onShow()
            model.write(range)
          }
        : undefined,
    },
  }
}

/** The full-screen player of a phone begins notes here. */
function useNoteRequests(versionId: string | undefined, write: (at: Seconds) => void): void {
  const begin = useEffectEvent(write)
  useEffect(() => (versionId === undefined ? undefined : takeNoteRequests(versionId, (at) => begin(at))), [versionId])
}

/** Following a link to a note on the same page shows the notes. */
function useShownWhenFollowed(noteId: string | undefined, show: () => void): void {
  const [shown, setShown] = useState(noteId)
  if (shown === noteId) return
  setShown(noteId)
  if (noteId !== undefined) show()
}

function useCompareBefore({ project, trackId, listed, version }: TrackPagePlace): NotesModelFacts['onCompareBefore'] {
  const compare = useCompare(project.id)
  const before = listed && version?.state === 'ready' ? versionBefore(listed.versions, version) : undefined
  if (!before || !version) return undefined
  return { number: before.number, open: () => compare(trackId, [version.id, before.id]) }
}
