import { useState } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { retryOutgoing, useOutboxState } from '#web/outbox/outbox-store.ts'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { conflictsIn, type Outgoing } from '#web/outbox/outgoing.ts'
import { useOnline } from '#web/ui/page/use-online.ts'
import type { Task } from '../../tasks.contract.ts'
import { wordsOf } from '../new/new-task.ts'
import { taskLater } from '../tasks.client.ts'
import { taskStrings } from '../tasks.strings.ts'

/** The fields that the panel edits. */
export type TaskEdit = Partial<
  Pick<
    Task,
    | 'title'
    | 'description'
    | 'state'
    | 'priority'
    | 'assigneeId'
    | 'dueOn'
    | 'trackId'
    | 'fromSeconds'
    | 'toSeconds'
    | 'part'
  >
>

export type SaveState = 'untouched' | 'saving' | 'waits' | 'saved' | 'refused'

interface HowEdited {
  /** It goes on with the last edit: both are undone together. */
  readonly continues?: boolean
  /** The words as they were when their editing began; somebody else may have changed them since. */
  readonly seen?: Partial<Pick<Task, 'title' | 'description' | 'part'>>
}

interface Step {
  readonly was: TaskEdit
  readonly made: TaskEdit
}

function wordsIn({ title, description, part }: TaskEdit): NonNullable<HowEdited['seen']> {
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(part !== undefined && { part }),
  }
}

export interface TaskSaves {
  readonly state: SaveState
  /** Saves the fields that differ from the task's. */
  readonly save: (edit: TaskEdit, how?: HowEdited) => void
  /** Returns to what was before the last edit; undefined if nothing was edited here. */
  readonly undo: (() => void) | undefined
  /** Sends again what was refused. */
  readonly again: (() => void) | undefined
  /** Refused because somebody else wrote the same text. */
  readonly conflicts: readonly Outgoing[]
}

/** Saves each field of a task when it was changed, and takes back the last change. */
export function useTaskSaves(task: Task): TaskSaves {
  const [steps, setSteps] = useState<readonly Step[]>([])
  const [isTouched, setTouched] = useState(false)
  const isOnline = useOnline()
  const waiting = useOutboxState().waiting.filter(
    ({ params, makes }) => params['taskId'] === task.id || makes === task.id,
  )
  const refused = waiting.filter((one) => one.refused)
  const send = (edit: TaskEdit, seen: HowEdited['seen'] = {}) => {
    const { title, description, part } = { ...task, ...seen }
    setTouched(true)
    void taskLater(
      'PATCH /api/projects/:projectId/tasks/:taskId',
      {
        params: { projectId: task.projectId, taskId: task.id },
        body: {
          ...edit,
          // Words that somebody else changed meanwhile are not overwritten.
          basedOn: {
            ...('title' in edit && { title }),
            ...('description' in edit && { description }),
            ...('part' in edit && { part }),
          },
        },
      },
      { words: wordsOf({ title: edit.title ?? '', description: edit.description ?? '' }) },
    ).catch((error: unknown) =>
      toast({ tone: 'error', text: text(taskStrings.saveFailed, { reason: reasonOf(error) }) }),
    )
  }
  const save = (edit: TaskEdit, { continues = false, seen }: HowEdited = {}) => {
    const was = fieldsOf(task, edit)
    if (Object.keys(was).length === 0) return
    const made = fieldsOf({ ...task, ...edit }, was)
    const step = continues ? steps.at(-1) : undefined
    setSteps(step ? [...steps.slice(0, -1), { ...step, made: { ...step.made, ...made } }] : [...steps, { was, made }])
    send(made, seen)
  }
  const last = steps.at(-1)
  const conflicts = refused.filter((one) => conflictsIn(one).length > 0)
  const retried = refused.filter((one) => !conflicts.includes(one))
  return {
    state: stateOf({ isTouched, isOnline, waits: waiting.length > 0, isRefused: refused.length > 0 }),
    save,
    undo:
      last &&
      (() => {
        setSteps(steps.slice(0, -1))
        // Based on what was made here: what somebody else wrote since is not undone with it.
        send(last.was, wordsIn(last.made))
      }),
    conflicts,
    again: retried.length > 0 ? () => void Promise.all(retried.map(({ key }) => retryOutgoing(key))) : undefined,
  }
}

function stateOf(now: {
  readonly isTouched: boolean
  readonly isOnline: boolean
  readonly waits: boolean
  readonly isRefused: boolean
}): SaveState {
  if (now.isRefused) return 'refused'
  if (now.waits) return now.isOnline ? 'saving' : 'waits'
  return now.isTouched ? 'saved' : 'untouched'
}

/** The task's values of the fields in which an edit differs. */
function fieldsOf(task: Task, edit: TaskEdit): TaskEdit {
  const next = new Map<string, unknown>(Object.entries(edit))
  return Object.fromEntries(
    Object.entries(task).filter(([field, value]) => next.has(field) && next.get(field) !== value),
  )
}
