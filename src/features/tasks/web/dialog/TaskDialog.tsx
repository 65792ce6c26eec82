import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { ProjectDetails } from '#features/tracks/tracks.contract.ts'
import { allows } from '#shared/roles.ts'
import { reasonOf } from '#web/api/reason.ts'
import { formatPosition } from '#web/i18n/format-duration.ts'
import { text } from '#web/i18n/text.ts'
import { tempId } from '#web/outbox/outbox-store.ts'
import { listening } from '#web/player/listening.ts'
import { Button } from '#web/ui/Button.tsx'
import { Select } from '#web/ui/form/Select.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { taskPriorities, taskStates } from '../../task-choices.ts'
import type { Task } from '../../tasks.contract.ts'
import { taskPolicy } from '../../tasks.policy.ts'
import { dueWords } from '../list/due-words.ts'
import { hasTempId, taskNumber } from '../task-number.ts'
import { taskLater } from '../tasks.client.ts'
import { taskStrings } from '../tasks.strings.ts'
import { TaskChecklist } from './TaskChecklist.tsx'
import styles from './TaskDialog.module.css'
import { TaskNote } from './TaskNote.tsx'
import { TaskRange } from './TaskRange.tsx'
import { changeOf, emptyForm, readForm, type TaskForm, wordsOf } from './task-form.ts'
import type { TaskSounds } from './task-sound.ts'

interface TaskFactsProps {
  readonly project: ProjectDetails
  readonly task: Task
}

/** A task's details for people who may only read. */
function TaskFacts({ project, task }: TaskFactsProps) {
  const { title, description, assigneeId, dueOn, priority, state, trackId } = task
  const facts = [
    [
      taskStrings.assignee,
      project.members.find(({ person }) => person.id === assigneeId)?.person.name ?? taskStrings.nobody,
    ],
    ...(dueOn === null ? [] : [[taskStrings.dueOn, dueWords(dueOn)]]),
    [taskStrings.priority, taskStrings.priorities[priority]],
    [taskStrings.state, taskStrings.states[state]],
    [taskStrings.track, project.tracks.find(({ id }) => id === trackId)?.title ?? taskStrings.noTrack],
  ] as const
  return (
    <>
      <h3 className={styles.title}>{title}</h3>
      {description !== '' && <p className={styles.description}>{description}</p>}
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** Initial values of a new task. */
export type TaskDraft = Partial<Pick<Task, 'state' | 'trackId' | 'fromSeconds' | 'toSeconds' | 'assigneeId'>>

/** The task to edit, or the initial values of a new one. */
export interface TaskDialogTask {
  readonly task?: Task
  readonly draft?: TaskDraft
}

export interface TaskDialogProps extends TaskDialogTask {
  readonly project: ProjectDetails
  /** What the task's range plays. */
  readonly sounds: TaskSounds
  /** Called when something was typed or chosen. */
  readonly onTouch?: () => void
  readonly onClose: () => void
}

/** Editable for people who may edit, readable for all. */
export default function TaskDialog(props: TaskDialogProps) {
  const { project, sounds, task, onClose } = props
  if (!task || allows(project, taskPolicy['task.edit'])) return <TaskEditor {...props} />
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={taskNumber(project.taskPrefix, task)} size="sheet">
      <Origin task={task} sounds={sounds} />
      <TaskFacts project={project} task={task} />
      {!hasTempId(task) && <TaskChecklist task={task} mayEdit={false} />}
    </Dialog>
  )
}

function TaskEditor({ project, sounds, task, draft = {}, onTouch, onClose }: TaskDialogProps) {
  const formId = useId()
  const [form, setForm] = useState<TaskForm>(() => emptyForm(task ?? draft))
  const [tried, setTried] = useState(false)
  // Others may change the task during editing, so only the fields changed here are sent.
  const [opened] = useState(task)
  const { body, errors } = readForm(form)
  const { id: projectId } = project
  const save = useMutation({
    mutationFn: async (values: NonNullable<typeof body>) => {
      if (!opened)
        return taskLater(
          'POST /api/projects/:projectId/tasks',
          { params: { projectId }, body: values },
          { words: wordsOf(values), makes: tempId() },
        )
      const change = changeOf(opened, values)
      if (change)
        await taskLater(
          'PATCH /api/projects/:projectId/tasks/:taskId',
          { params: { projectId, taskId: opened.id }, body: change },
          { words: wordsOf(values) },
        )
    },
    onSuccess: onClose,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (body && !save.isPending) save.mutate(body)
  }
  const set =
    <K extends keyof TaskForm>(field: K) =>
    (value: TaskForm[K]) => {
      onTouch?.()
      setForm({ ...form, [field]: value })
    }
  const typed = (field: 'title' | 'description' | 'dueOn' | 'from' | 'to') => ({
    value: form[field],
    onChange: (event: { target: { value: string } }) => set(field)(event.target.value),
  })
  const title = task ? taskNumber(project.taskPrefix, task) : taskStrings.newTask
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      size="sheet"
      isReadFirst={task !== undefined}
      footer={
        <Button tone="primary" type="submit" form={formId} busy={save.isPending}>
          {task ? taskStrings.save : taskStrings.add}
        </Button>
      }
    >
      {task && <Origin task={task} sounds={sounds} />}
      <form id={formId} noValidate className={styles.form} onSubmit={submit}>
        <div className={styles.wide}>
          <TextField
            label={taskStrings.title}
            maxLength={200}
            required
            {...typed('title')}
            error={tried ? errors.title : null}
          />
        </div>
        <div className={styles.wide}>
          <TextArea
            label={taskStrings.description}
            rows={3}
            maxLength={20_000}
            {...typed('description')}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
            }}
          />
        </div>
        <Select
          label={taskStrings.assignee}
          value={form.assigneeId}
          onValueChange={set('assigneeId')}
          options={[
            { value: '', label: taskStrings.nobody },
            ...project.members.map(({ person }) => ({ value: person.id, label: person.name })),
          ]}
        />
        <TextField label={taskStrings.dueOn} type="date" {...typed('dueOn')} />
        <Select
          label={taskStrings.priority}
          value={form.priority}
          onValueChange={set('priority')}
          options={taskPriorities.toReversed().map((value) => ({ value, label: taskStrings.priorities[value] }))}
        />
        <Select
          label={taskStrings.state}
          value={form.state}
          onValueChange={set('state')}
          options={taskStates.map((value) => ({ value, label: taskStrings.states[value] }))}
        />
        <div className={styles.wide}>
          <Select
            label={taskStrings.track}
            value={form.trackId}
            onValueChange={set('trackId')}
            options={[
              { value: '', label: taskStrings.noTrack },
              ...project.tracks.map(({ id, title }) => ({ value: id, label: title })),
            ]}
          />
        </div>
        {form.trackId !== '' && (
          <>
            <TextField
              label={taskStrings.from}
              inputMode="decimal"
              labelAside={<TakePosition trackId={form.trackId} onTake={set('from')} />}
              help={taskStrings.rangeHelp}
              {...typed('from')}
              error={tried || form.from !== '' ? errors.from : null}
            />
            <TextField
              label={taskStrings.to}
              inputMode="decimal"
              labelAside={<TakePosition trackId={form.trackId} onTake={set('to')} />}
              {...typed('to')}
              error={tried || form.to !== '' ? errors.to : null}
            />
          </>
        )}
        {save.error && (
          <p role="alert" className={styles.failed}>
            {text(taskStrings.saveFailed, { reason: reasonOf(save.error) })}
          </p>
        )}
      </form>
      {task && !hasTempId(task) && (
        <div onInput={onTouch}>
          <TaskChecklist task={task} mayEdit />
        </div>
      )}
    </Dialog>
  )
}

function Origin({ task, sounds }: { readonly task: Task; readonly sounds: TaskSounds }) {
  if (!task.note && task.fromSeconds === null) return null
  return (
    <div className={styles.origin}>
      <TaskNote task={task} whole />
      <TaskRange task={task} sounds={sounds} withWave />
    </div>
  )
}

/** The playhead's position, if this track is in the player. */
function TakePosition({ trackId, onTake }: { readonly trackId: string; readonly onTake: (time: string) => void }) {
  const { heard, player } = listening.state()
  if (!player || heard?.trackId !== trackId) return null
  const now = formatPosition(listening.position())
  return (
    <button type="button" className={styles.take} onClick={() => onTake(formatPosition(listening.position()))}>
      {text(taskStrings.takePosition, { time: now })}
    </button>
  )
}
