import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { ProjectDetails } from '#features/tracks/tracks.contract.ts'
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
import { taskLater } from '../tasks.client.ts'
import { taskStrings } from '../tasks.strings.ts'
import styles from './TaskDialog.module.css'
import { emptyForm, readForm, type TaskForm, wordsOf } from './task-form.ts'

/** Initial values of a new task. */
export type TaskDraft = Partial<Pick<Task, 'state' | 'trackId' | 'fromSeconds' | 'toSeconds' | 'assigneeId'>>

export interface TaskDialogProps {
  readonly project: ProjectDetails
  readonly draft?: TaskDraft
  readonly onClose: () => void
}

/** A new task. */
export default function TaskDialog({ project, draft = {}, onClose }: TaskDialogProps) {
  const formId = useId()
  const [form, setForm] = useState<TaskForm>(() => emptyForm(draft))
  const [tried, setTried] = useState(false)
  const { body, errors } = readForm(form)
  const { id: projectId } = project
  const save = useMutation({
    mutationFn: (values: NonNullable<typeof body>) =>
      taskLater(
        'POST /api/projects/:projectId/tasks',
        { params: { projectId }, body: values },
        { words: wordsOf(values), makes: tempId() },
      ),
    onSuccess: onClose,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (body && !save.isPending) save.mutate(body)
  }
  const set =
    <K extends keyof TaskForm>(field: K) =>
    (value: TaskForm[K]) =>
      setForm({ ...form, [field]: value })
  const typed = (field: 'title' | 'description' | 'dueOn' | 'from' | 'to') => ({
    value: form[field],
    onChange: (event: { target: { value: string } }) => set(field)(event.target.value),
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={taskStrings.newTask}
      size="sheet"
      footer={
        <Button tone="primary" type="submit" form={formId} busy={save.isPending}>
          {taskStrings.add}
        </Button>
      }
    >
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
    </Dialog>
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
