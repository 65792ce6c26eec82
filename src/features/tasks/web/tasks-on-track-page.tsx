import { SquarePlus } from 'lucide-react'
import { useState } from 'react'
import type { PlacedNote } from '#features/notes/note-order.ts'
import { noteHeadline } from '#features/notes/web/card/note-headline.ts'
import { noteStrings } from '#features/notes/web/notes.strings.ts'
import type { TrackNotesAddition } from '#features/notes/web/track-notes-point.ts'
import type { ProjectDetails } from '#features/tracks/tracks.contract.ts'
import { useTrackFiles, type TrackPageAddition, type TrackPagePlace } from '#features/tracks/web/track-points.ts'
import { trackStrings } from '#features/tracks/web/tracks.strings.ts'
import { allows } from '#shared/roles.ts'
import { tempId } from '#web/outbox/outbox-store.ts'
import { SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { SkeletonRows } from '#web/ui/list/SkeletonRows.tsx'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { lazyPanel } from '#web/ui/page/lazy-part.tsx'
import { taskPolicy } from '../tasks.policy.ts'
import type { TaskDraft } from './new/new-task.ts'
import { reopenedDraft } from './new/task-draft-store.ts'
import { taskSounds } from './dialog/task-sounds.ts'
import { focusTask } from './list/focus-task.ts'
import { taskNumber } from './task-number.ts'
import { taskLater } from './tasks.client.ts'
import { useTasks } from './use-tasks.ts'

const TrackTasks = lazyPanel(
  async () => ({ default: (await import('./list/TrackTasks.tsx')).TrackTasks }),
  <SkeletonGroup>
    <SkeletonRows />
  </SkeletonGroup>,
)

/** A track's tasks beside its wave, and how to create one there. */
export function useTasksOnTrackPage({ project, trackId, listed, onShow }: TrackPagePlace): TrackPageAddition {
  const [drafting, setDrafting] = useState(() => reopenedDraft({ project, trackId }))
  const [isDraftAsked, setDraftAsked] = useState(false)
  const [ofTrack, setOfTrack] = useState(trackId)
  if (ofTrack !== trackId) {
    setOfTrack(trackId)
    setDrafting(reopenedDraft({ project, trackId }))
    setDraftAsked(false)
  }
  const draft = (next: TaskDraft | null) => {
    if (next) setDraftAsked(true)
    setDrafting(next)
  }
  const tasks = useTasksOfTrack(project.id, trackId)
  const { onUpload } = useTrackFiles(project)
  const mayAdd = allows(project, taskPolicy['task.add'])
  const addHere = ({ from, to }: { readonly from: number; readonly to: number }) => {
    draft({ trackId, fromSeconds: from, toSeconds: to })
    onShow('tasks')
  }
  const sounds = taskSounds(project)
  return {
    panel: {
      name: 'tasks',
      label: trackStrings.tabs.tasks,
      count: tasks.filter(({ state }) => state === 'todo' || state === 'doing').length,
      content: (
        <TrackTasks
          project={project}
          track={listed?.track}
          onUpload={onUpload}
          tasks={tasks}
          sounds={sounds}
          draft={drafting}
          isDraftAsked={isDraftAsked}
          onDraft={mayAdd ? draft : undefined}
        />
      ),
    },
    ofRange: mayAdd
      ? (range) => [
          { kind: 'action', label: trackStrings.taskFromSelection, icon: SquarePlus, onSelect: () => addHere(range) },
        ]
      : undefined,
  }
}

/** Tasks made from a track's notes, and the action that makes one. */
export function useTasksOfNotes({ project, trackId, onShow }: TrackPagePlace): TrackNotesAddition {
  const tasks = useTasksOfTrack(project.id, trackId)
  return {
    onMakeTask: allows(project, taskPolicy['task.add']) ? (note) => void makeTask(project, trackId, note) : undefined,
    taskOf: (id) => {
      const task = tasks.find(({ noteId }) => noteId === id)
      return (
        task && {
          number: taskNumber(project.taskPrefix, task),
          state: task.state,
          onOpen: () => {
            onShow('tasks')
            focusTask(task.id)
          },
          assignee: project.members.find(({ person }) => person.id === task.assigneeId)?.person.name ?? null,
        }
      )
    },
  }
}

function useTasksOfTrack(projectId: string, trackId: string) {
  const { data: tasks = [] } = useTasks(projectId)
  return tasks.filter((task) => task.trackId === trackId)
}

/** Turns a note into a task with its first line and position; the task links to the note. */
async function makeTask(
  project: ProjectDetails,
  trackId: string,
  { id, body, attachments, part, place }: PlacedNote,
): Promise<void> {
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
        part,
      },
    },
    { words: body, makes: taskId },
  )
  toast({
    text: noteStrings.madeTask,
    undo: () => void taskLater('DELETE /api/projects/:projectId/tasks/:taskId', { params: { ...params, taskId } }),
  })
}
