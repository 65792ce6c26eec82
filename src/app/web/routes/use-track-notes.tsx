import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, useMemo } from 'react'
import { meQuery } from '#features/account/web/account.queries.ts'
import { markerEntries } from '#features/markers/web/marker-entries.ts'
import type { PlacedNote } from '#features/notes/note-order.ts'
import { pinEntries } from '#features/notes/web/note-entries.ts'
import { noteHeadline } from '#features/notes/web/note-headline.ts'
import { notePolicy } from '#features/notes/notes.policy.ts'
import { noteMarkers } from '#features/notes/web/note-markers.ts'
import { NoteFace } from '#features/notes/web/NoteFace.tsx'
import { NotePreview } from '#features/notes/web/NotePreview.tsx'
import { noteStrings } from '#features/notes/web/notes.strings.ts'
import { useNotesModel, type NotesModelFacts } from '#features/notes/web/use-notes-model.ts'
import { useNoteKeys } from '#features/notes/web/use-note-keys.ts'
import type { Task } from '#features/tasks/tasks.contract.ts'
import { taskPolicy } from '#features/tasks/tasks.policy.ts'
import { taskLater } from '#features/tasks/web/tasks.queries.ts'
import { taskNumber } from '#features/tasks/web/task-number.ts'
import type { ProjectDetails, Track, TrackVersion } from '#features/tracks/tracks.contract.ts'
import type { TrackNotes } from '#features/tracks/web/track-notes.ts'
import { heardOf } from '#features/tracks/web/version-sound.ts'
import { allows } from '#shared/roles.ts'
import { tempId } from '#web/outbox/outbox-store.ts'
import { Late } from '#web/ui/lazy-part.tsx'
import { SkeletonGroup } from '#web/ui/Skeleton.tsx'
import { SkeletonRows } from '#web/ui/SkeletonRows.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { projectHref } from './addresses.ts'

const NotesPanel = lazy(() => import('#features/notes/web/NotesPanel.tsx'))

interface NotesOfTrack {
  readonly project: ProjectDetails
  readonly track: Track | undefined
  readonly version: TrackVersion | undefined
  /** Of the address: links keep to it. */
  readonly versionId: string | undefined
  readonly noteId: string | undefined
  /** Of the track. */
  readonly tasks: readonly Task[]
  /** Brings the notes to sight. */
  readonly onShow: () => void
  readonly onShowTask: (taskId: string) => void
  /** Opens this version beside the one before it. */
  readonly onCompareBefore: NotesModelFacts['onCompareBefore']
}

/** A track's notes as its page takes them: the panel, the pins, and the keys for them. */
export function useTrackNotes({
  project,
  track,
  version,
  versionId,
  noteId,
  tasks,
  onShow,
  onShowTask,
  onCompareBefore,
}: NotesOfTrack): TrackNotes | undefined {
  const navigate = useNavigate()
  const { data: me } = useQuery(meQuery)
  const makeTask = useMakeTask(project, track?.id ?? '')
  const heard = useMemo(
    () => track && heardOf({ id: project.id, name: project.name }, track, version),
    [project.id, project.name, track, version],
  )
  const trackId = track?.id ?? ''
  const desk = useNotesModel({
    project,
    trackId,
    heard,
    noteId,
    onCompareBefore,
    myId: me?.id ?? '',
    version: { id: version?.id ?? '', number: version?.number ?? 0 },
    hrefOf: ({ id, place }) =>
      projectHref(project.id, {
        trackId,
        ...(versionId !== undefined && { versionId }),
        t: Math.round(place.fromSeconds * 1000) / 1000,
        note: id,
      }),
    onShowVersion: (note) =>
      void navigate({
        to: '/',
        search: { projectId: project.id, trackId, versionId: note.version.id, t: note.fromSeconds, note: note.id },
      }),
    onMakeTask: allows(project, taskPolicy['task.add']) ? (note) => void makeTask(note) : undefined,
    entries: version
      ? markerEntries(
          { projectId: project.id, trackId, versionId: version.id },
          allows(project, notePolicy['note.add']),
        )
      : [],
    taskOf: (id) => {
      const task = tasks.find((one) => one.noteId === id)
      return (
        task && {
          number: taskNumber(project.taskPrefix, task),
          state: task.state,
          onOpen: () => onShowTask(task.id),
          assignee: project.members.find(({ person }) => person.id === task.assigneeId)?.person.name ?? null,
        }
      )
    },
  })
  const { placed, chosen, mayWrite, conflicts, areElsewhere } = desk
  const markers = useMemo(
    () => (areElsewhere ? [] : noteMarkers(placed, project.members, conflicts)),
    [areElsewhere, placed, project.members, conflicts],
  )
  const byId = useMemo(() => new Map(placed.map((note) => [note.id, note])), [placed])
  useNoteKeys(version && !areElsewhere ? desk : undefined, onShow)
  if (!version) return undefined
  const find = (id: string): PlacedNote | undefined => byId.get(id)
  return {
    count: desk.openCount,
    content: (
      <Late
        missing="shown"
        shape={
          <SkeletonGroup>
            <SkeletonRows face />
          </SkeletonGroup>
        }
      >
        <NotesPanel desk={desk} />
      </Late>
    ),
    markers,
    chosenId: chosen?.id,
    faceOf: (id) => {
      const note = find(id)
      return note && <NoteFace note={note} inBar={note.place.toSeconds !== null} isConflict={conflicts.has(note.id)} />
    },
    previewOf: (id) => {
      const note = find(id)
      return note && <NotePreview note={note} members={project.members} />
    },
    entriesOf: (id) => {
      const note = find(id)
      return note ? pinEntries(desk, note, onShow) : []
    },
    onChoose: (id) => {
      const note = find(id)
      if (!note) return
      onShow()
      desk.choose(note)
    },
    onAdd: mayWrite
      ? (range) => {
          onShow()
          desk.write(range)
        }
      : undefined,
  }
}

/** One key: the note's first line and its place become a task that knows where it came from. */
function useMakeTask(project: ProjectDetails, trackId: string): (note: PlacedNote) => Promise<void> {
  return async ({ id, body, attachments, place }) => {
    const params = { projectId: project.id }
    const taskId = tempId()
    const title = noteHeadline({ body, attachments })
    await taskLater(
      'POST /api/projects/:projectId/tasks',
      {
        params,
        body: {
          title,
          description: title === body ? '' : body,
          trackId,
          fromSeconds: place.fromSeconds,
          toSeconds: place.toSeconds,
          noteId: id,
        },
      },
      { words: body, makes: taskId },
    )
    toast({
      text: noteStrings.madeTask,
      undo: () => void taskLater('DELETE /api/projects/:projectId/tasks/:taskId', { params: { ...params, taskId } }),
    })
  }
}
