import { Plus } from 'lucide-react'
import { useEffect, useRef, useState, type PointerEventHandler, type RefObject } from 'react'
import { stableKey } from '#web/outbox/outbox-store.ts'
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
import { followCard, type Landing } from './card-drag.ts'
import { focusTask } from './focus-task.ts'
import type { TaskKeyAction } from './task-keys.ts'
import { stateIcons } from './task-looks.ts'
import { taskNumber } from './task-number.ts'
import type { TaskPlace } from './task-place.ts'
import { TaskCard } from './TaskCard.tsx'
import { taskStrings } from './tasks.strings.ts'
import styles from './TaskBoard.module.css'

interface TaskBoardProps {
  readonly tasks: readonly Task[]
  readonly place: TaskPlace
  /** Is built wherever it stands. */
  readonly ledTo: string | undefined
  /** Missing for those who may only look. */
  readonly onAdd: ((state: TaskState) => void) | undefined
}

const cardHeight = 132

/** More done ones are shown on request: the board is about what is left. */
const shownDone = 20

export function TaskBoard({ tasks, place, ledTo, onAdd }: TaskBoardProps) {
  const columns = taskColumns(tasks)
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
  const board = useRef<HTMLElement>(null)
  useStillWhileDragging(board)
  const put = (task: Task, { state, beforeId }: Landing) => {
    if (beforeId === task.id) return setTold(notMoved(task))
    place.actions.place(task, state, beforeId)
    setTold(text(taskStrings.moved, { number: taskNumber(place.prefix, task), state: taskStrings.states[state] }))
  }
  const notMoved = (task: Task) => text(taskStrings.notMoved, { number: taskNumber(place.prefix, task) })
  const beginDrag =
    (task: Task): PointerEventHandler<HTMLElement> =>
    ({ nativeEvent: press, currentTarget: card }) => {
      if (!board.current || press.button !== 0 || !press.isPrimary) return
      followCard({
        board: board.current,
        card,
        press,
        onLift: () => {
          setDragged(task)
          setTold(text(taskStrings.lifted, { number: taskNumber(place.prefix, task) }))
        },
        onOver: setLanding,
        onEnd: (outcome) => {
          setDragged(null)
          setLanding(null)
          if (typeof outcome === 'object') return put(task, outcome.landing)
          setTold(notMoved(task))
          // A finger that only rested asks for the menu.
          if (outcome === 'rested')
            card.dispatchEvent(
              new MouseEvent('contextmenu', {
                bubbles: true,
                cancelable: true,
                button: 2,
                clientX: press.clientX,
                clientY: press.clientY,
              }),
            )
        },
      })
    }
  const moveByKey =
    (task: Task) =>
    ({ to, carry }: Extract<TaskKeyAction, { readonly to: unknown }>) => {
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
  return (
    <section ref={board} className={styles.board} aria-label={taskStrings.board}>
      {taskStates.map((state) => {
        const shown = state === 'verified' && !allDone ? columns[state].slice(0, shownDone) : columns[state]
        const more = columns[state].length - shown.length
        return (
          // What dragging does here, Alt and the arrow keys do on a card.
          <section
            key={state}
            className={styles.column}
            aria-label={taskStrings.states[state]}
            data-column={state}
            data-over={landing?.state === state}
          >
            <header className={styles.head}>
              <Icon of={stateIcons[state]} className={styles[state]} />
              <h2 className={styles.name}>{taskStrings.states[state]}</h2>
              <span className={styles.count}>{columns[state].length}</span>
              {onAdd && (
                <IconButton
                  icon={Plus}
                  size="small"
                  label={text(taskStrings.addTo, { state: taskStrings.states[state] })}
                  className={styles.add}
                  onClick={() => onAdd(state)}
                />
              )}
            </header>
            <div className={styles.stack}>
              <LongList
                items={shown}
                rowHeight={cardHeight}
                atOnce={8}
                keepId={dragged?.id ?? wanted ?? ledTo}
                className={styles.cards}
              >
                {(task) => (
                  <TaskCard
                    key={stableKey(task.id)}
                    task={task}
                    place={place}
                    onMove={moveByKey(task)}
                    onFollow={followFocus}
                    onLift={place.mayEdit ? beginDrag(task) : undefined}
                    marks={{
                      dragged: dragged?.id === task.id,
                      landing: landing?.state === state && landing.beforeId === task.id && dragged?.id !== task.id,
                    }}
                  />
                )}
              </LongList>
              {landing?.state === state && landing.beforeId === null && <div className={styles.last} aria-hidden />}
            </div>
            {shown.length === 0 && <p className={styles.none}>{taskStrings.emptyColumn}</p>}
            {more > 0 && (
              <Button tone="quiet" size="small" onClick={() => setAllDone(true)}>
                {text(taskStrings.showMore, { count: more })}
              </Button>
            )}
          </section>
        )
      })}
      <VisuallyHidden>
        <output>{told}</output>
      </VisuallyHidden>
    </section>
  )
}

/** While a finger holds a card it scrolls nothing. A browser asks that of whom it knew when the finger came down. */
function useStillWhileDragging(board: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = board.current
    const still = (event: TouchEvent) => {
      if (element?.dataset['dragging'] !== undefined && event.cancelable) event.preventDefault()
    }
    element?.addEventListener('touchmove', still, { passive: false })
    return () => element?.removeEventListener('touchmove', still)
  }, [board])
}
