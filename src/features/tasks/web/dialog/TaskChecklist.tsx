import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState, type DragEvent, type KeyboardEvent } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import { Progress } from '#web/ui/mark/Progress.tsx'
import { SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { SkeletonRows } from '#web/ui/list/SkeletonRows.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useFollowFocus } from '#web/ui/keys/use-follow-focus.ts'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import type { Task, TaskItem } from '../../tasks.contract.ts'
import { taskItemsQuery } from '../tasks.client.ts'
import { taskPanelStrings } from '../panel/task-panel.strings.ts'
import { taskStrings } from '../tasks.strings.ts'
import { useTaskItems } from './use-task-items.ts'
import styles from './TaskChecklist.module.css'

interface TaskChecklistProps {
  readonly task: Task
  readonly mayEdit: boolean
}

/** The steps of a task: ticked, edited, and ordered by dragging or with Alt and the arrow keys. */
export function TaskChecklist({ task, mayEdit }: TaskChecklistProps) {
  const { data: items, error, refetch, isFetching } = useQuery(taskItemsQuery(task.projectId, task.id))
  const actions = useTaskItems(task)
  const [dragged, setDragged] = useState<string | null>(null)
  const [over, setOver] = useState<string | null>(null)
  const [told, setTold] = useState('')
  const followFocus = useFollowFocus('data-step', ' input')
  if (!items)
    return error ? (
      <ErrorView error={error} retrying={isFetching} onRetry={() => void refetch()}>
        {text(taskPanelStrings.stepsFailed, { reason: reasonOf(error) })}
      </ErrorView>
    ) : (
      <SkeletonGroup>
        <SkeletonRows rows={2} />
      </SkeletonGroup>
    )
  if (items.length === 0 && !mayEdit) return null
  const done = items.filter((item) => item.done).length
  const move = (item: TaskItem, to: number) => {
    if (to < 0 || to >= items.length) return
    const others = items.filter(({ id }) => id !== item.id)
    actions.move(item, others[to]?.id ?? null)
    setTold(text(taskPanelStrings.stepMoved, { step: item.text, number: to + 1 }))
    followFocus(actions.keyOf(item))
  }
  const drop = (event: DragEvent, at: number) => {
    const item = items.find(({ id }) => id === dragged)
    if (!item) return
    event.preventDefault()
    move(item, at)
    setDragged(null)
    setOver(null)
  }
  return (
    <section className={styles.steps} aria-label={taskStrings.steps}>
      <div className={styles.head}>
        <h3 className={styles.name}>{taskStrings.steps}</h3>
        {items.length > 0 && (
          <span className={styles.count}>{text(taskStrings.stepCount, { done, of: items.length })}</span>
        )}
        {items.length > 0 && (
          <span className={styles.bar}>
            <Progress
              share={done / items.length}
              state={done === items.length ? 'done' : 'going'}
              label={taskStrings.steps}
            />
          </span>
        )}
      </div>
      <ul className={styles.list}>
        {items.map((item, at) => (
          <Step
            key={actions.keyOf(item)}
            item={item}
            at={at}
            last={at === items.length - 1}
            mayEdit={mayEdit}
            actions={actions}
            onMove={(to) => move(item, to)}
            row={{
              'data-over': over === item.id && dragged !== item.id,
              'data-dragged': dragged === item.id,
              ...(mayEdit && {
                draggable: true,
                onDragStart: (event: DragEvent) => {
                  event.dataTransfer.effectAllowed = 'move'
                  event.dataTransfer.setData('text/plain', item.text)
                  setDragged(item.id)
                },
                onDragEnd: () => {
                  setDragged(null)
                  setOver(null)
                },
                onDragOver: (event: DragEvent) => {
                  if (dragged !== null) {
                    event.preventDefault()
                    setOver(item.id)
                  }
                },
                onDrop: (event: DragEvent) => drop(event, at),
              }),
            }}
          />
        ))}
      </ul>
      {mayEdit && <AddStep onAdd={actions.add} />}
      <VisuallyHidden>
        <output>{told}</output>
      </VisuallyHidden>
    </section>
  )
}

interface StepProps {
  readonly item: TaskItem
  readonly at: number
  readonly last: boolean
  readonly mayEdit: boolean
  readonly actions: ReturnType<typeof useTaskItems>
  readonly onMove: (to: number) => void
  readonly row: React.ComponentProps<'li'> & { readonly 'data-over': boolean; readonly 'data-dragged': boolean }
}

function Step({ item, at, last, mayEdit, actions, onMove, row }: StepProps) {
  const [editing, setEditing] = useState(false)
  const onKeyDown = (event: KeyboardEvent<HTMLLIElement>) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (by === 0 || !event.altKey || editing || !mayEdit) return
    event.preventDefault()
    onMove(at + by)
  }
  return (
    // Alt and the arrow keys on its checkbox do the same as dragging.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li {...row} data-step={actions.keyOf(item)} className={styles.step} onKeyDown={onKeyDown}>
      {editing ? (
        <StepField
          label={taskPanelStrings.stepWords}
          initial={item.text}
          onCancel={() => setEditing(false)}
          onEnter={(words) => {
            setEditing(false)
            if (words !== item.text) actions.rename(item, words)
          }}
        />
      ) : (
        <Checkbox
          className={styles.box}
          checked={item.done}
          disabled={!mayEdit}
          onCheckedChange={(done) => actions.tick(item, done)}
        >
          <span data-done={item.done} className={styles.words}>
            {item.text}
          </span>
        </Checkbox>
      )}
      {mayEdit && !editing && (
        <Menu
          align="end"
          entries={[
            { kind: 'action', label: taskPanelStrings.editStep, icon: Pencil, onSelect: () => setEditing(true) },
            at > 0 && {
              kind: 'action',
              label: taskStrings.moveUp,
              icon: ArrowUp,
              keys: 'Alt ↑',
              onSelect: () => onMove(at - 1),
            },
            !last && {
              kind: 'action',
              label: taskStrings.moveDown,
              icon: ArrowDown,
              keys: 'Alt ↓',
              onSelect: () => onMove(at + 1),
            },
            { kind: 'separator' },
            {
              kind: 'action',
              label: taskStrings.remove,
              icon: Trash2,
              tone: 'danger',
              onSelect: () => actions.remove(item),
            },
          ]}
        >
          <IconButton icon={Ellipsis} size="small" label={text(taskPanelStrings.stepMenu, { step: item.text })} />
        </Menu>
      )}
    </li>
  )
}

function AddStep({ onAdd }: { readonly onAdd: (words: string) => void }) {
  const [words, setWords] = useState('')
  const add = () => {
    if (words.trim() === '') return
    onAdd(words.trim())
    setWords('')
  }
  return (
    <div className={styles.add}>
      <TextField
        label={taskPanelStrings.newStep}
        labelHidden
        placeholder={taskPanelStrings.newStep}
        value={words}
        maxLength={200}
        className={styles.field}
        onChange={({ target }) => setWords(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
            event.preventDefault()
            add()
          }
        }}
      />
      <Button size="small" tone="quiet" icon={Plus} disabled={words.trim() === ''} onClick={add}>
        {taskPanelStrings.addStep}
      </Button>
    </div>
  )
}

interface StepFieldProps {
  readonly label: string
  readonly initial: string
  readonly onEnter: (words: string) => void
  readonly onCancel: () => void
}

/** Enter and blur save the text, Escape does not. */
function StepField({ label, initial, onEnter, onCancel }: StepFieldProps) {
  const [words, setWords] = useState(initial)
  const keep = () => (words.trim() === '' ? onCancel() : onEnter(words.trim()))
  return (
    <TextField
      label={label}
      labelHidden
      value={words}
      maxLength={200}
      // The user's press has just opened the field.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      className={styles.field}
      onChange={({ target }) => setWords(target.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
          event.preventDefault()
          keep()
        }
        if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
          event.preventDefault()
          event.stopPropagation()
          onCancel()
        }
      }}
    />
  )
}
