import { Plus } from 'lucide-react'
import { useRef, useState, type DragEvent } from 'react'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LongList } from '#web/ui/LongList.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useFollowFocus } from '#web/ui/use-follow-focus.ts'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { taskColumns } from '../task-order.ts'
import type { Task } from '../tasks.contract.ts'
import { taskStates, type TaskState } from '../task-choices.ts'
import { boardStep } from './board-step.ts'
import { focusTask } from './focus-task.ts'
import type { TaskKeyAction } from './task-keys.ts'
import { stateIcons } from './task-looks.ts'
import { taskNumber } from './task-number.ts'
import type { TaskPlace } from './task-place.ts'
import { TaskCard } from './TaskCard.tsx'
import { taskStrings } from './tasks.strings.ts'
import { useTouchDrag } from './use-touch-drag.ts'
import styles from './TaskBoard.module.css'

interface TaskBoardProps {
  readonly tasks: readonly Task[]
  readonly place: TaskPlace
  /** Is built wherever it stands. */
  readonly ledTo: string | undefined
  /** Missing for those who may only look. */
  readonly onAdd: ((state: TaskState) => void) | undefined
}

/** Where a dragged card would be put: before a task, or last. */
interface Landing {
  readonly state: TaskState
  readonly beforeId: string | null
}

const cardHeight = 132

/** More done ones are shown on request: the board is about what is left. */
const shownDone = 20

export function TaskBoard({ tasks, place, ledTo, onAdd }: TaskBoardProps) {
  const columns = taskColumns(tasks)
  const board = useRef<HTMLElement>(null)
  const [dragged, setDragged] = useState<Task | null>(null)
  const [landing, setLanding] = useState<Landing | null>(null)
  const [allDone, setAllDone] = useState(false)
  const [told, setTold] = useState('')
  const [wanted, setWanted] = useState<string>()
  const follow = useFollowFocus('data-task')
  const followFocus = (taskId: string) => {
    setWanted(taskId)
    follow(taskId)
  }
  const put = (task: Task, { state, beforeId }: Landing) => {
    if (beforeId === task.id) return
    place.actions.place(task, state, beforeId)
    setTold(text(taskStrings.moved, { number: taskNumber(place.prefix, task), state: taskStrings.states[state] }))
  }
  const end = () => {
    setDragged(null)
    setLanding(null)
  }
  const moveByKey = (task: Task) => ({ to, carry }: Extract<TaskKeyAction, { readonly to: unknown }>) => {
    const step = boardStep(columns, task, to, carry)
    if (step === undefined) return
    if ('focus' in step) {
      setWanted(step.focus)
      return focusTask(step.focus)
    }
    if (!place.mayEdit) return
    put(task, step)
    followFocus(task.id)
  }
  const landOn = (state: TaskState, beforeId: string | null) => {
    if (landing?.state !== state || landing.beforeId !== beforeId) setLanding({ state, beforeId })
  }
  const overColumn = (state: TaskState) => (event: DragEvent<HTMLElement>) => {
    if (!dragged) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'move'
    landOn(state, cardBelow(event.currentTarget, event.clientY))
  }
  const drop = () => {
    if (dragged && landing) put(dragged, landing)
    end()
  }
  const grip = useTouchDrag({
    board, onDrop: drop, onEnd: end,
    onOver: (column, clientY) => {
      const state = taskStates.find((one) => one === column.dataset['column'])
      if (state) landOn(state, cardBelow(column, clientY))
    },
  })
  return (
    <section ref={board} className={styles.board} aria-label={taskStrings.board} data-dragging={dragged !== null || undefined}>
      {taskStates.map((state) => {
        const shown = state === 'verified' && !allDone ? columns[state].slice(0, shownDone) : columns[state]
        const more = columns[state].length - shown.length
        return (
          // What dragging does here, Alt and the arrow keys do on a card.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
          <section key={state} className={styles.column} aria-label={taskStrings.states[state]} data-column={state} data-over={landing?.state === state}
            onDragOver={overColumn(state)} onDrop={(event) => {
              if (!dragged || !landing) return
              event.preventDefault()
              drop()
            }}>
            <header className={styles.head}>
              <Icon of={stateIcons[state]} className={styles[state]} />
              <h2 className={styles.name}>{taskStrings.states[state]}</h2>
              <span className={styles.count}>{columns[state].length}</span>
              {onAdd && <IconButton icon={Plus} size="small" label={text(taskStrings.addTo, { state: taskStrings.states[state] })} className={styles.add} onClick={() => onAdd(state)} />}
            </header>
            <div className={styles.stack}>
              <LongList items={shown} rowHeight={cardHeight} atOnce={8} keepId={wanted ?? ledTo} className={styles.cards}>{(task) => (
                <TaskCard key={task.id} task={task} place={place} grip={place.mayEdit ? grip(() => setDragged(task)) : undefined} onMove={moveByKey(task)} onFollow={followFocus} card={{
                  ...(place.mayEdit && { draggable: true, onDragEnd: end, onDragStart: (event: DragEvent) => {
                    event.dataTransfer.effectAllowed = 'move'
                    event.dataTransfer.setData('text/plain', `${taskNumber(place.prefix, task)} ${task.title}`)
                    setDragged(task)
                  } }),
                }} marks={{ dragged: dragged?.id === task.id, landing: landing?.state === state && landing.beforeId === task.id && dragged?.id !== task.id }} />
              )}</LongList>
              {landing?.state === state && landing.beforeId === null && <div className={styles.last} aria-hidden />}
            </div>
            {shown.length === 0 && <p className={styles.none}>{taskStrings.emptyColumn}</p>}
            {more > 0 && <Button tone="quiet" size="small" onClick={() => setAllDone(true)}>{text(taskStrings.showMore, { count: more })}</Button>}
          </section>
        )
      })}
      <VisuallyHidden><output>{told}</output></VisuallyHidden>
    </section>
  )
}

/** The first card of the column whose middle lies below the pointer. */
function cardBelow(column: HTMLElement, clientY: number): string | null {
  const cards = [...column.querySelectorAll<HTMLElement>('[data-task]')]
  const below = cards.find((card) => {
    const { top, height } = card.getBoundingClientRect()
    return clientY < top + height / 2
  })
  return below?.dataset['task'] ?? null
}
