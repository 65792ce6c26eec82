import { Plus } from 'lucide-react'
import { useState, type PointerEventHandler, type ReactNode } from 'react'
import { stableKey } from '#web/outbox/outbox-store.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { LongList } from '#web/ui/list/LongList.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useFollowFocus } from '#web/ui/keys/use-follow-focus.ts'
import { sideSheetQuery, useMedia } from '#web/ui/use-media.ts'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { taskColumns } from '../../task-order.ts'
import type { Task } from '../../tasks.contract.ts'
import { taskStates, type TaskState } from '../../task-choices.ts'
import { boardStep } from './board-step.ts'
import type { Landing } from './card-drag.ts'
import { focusTask } from '../list/focus-task.ts'
import type { TaskKeyAction } from '../list/task-keys.ts'
import { stateIcons } from '../list/task-looks.ts'
import { taskNumber } from '../task-number.ts'
import type { TaskPlace } from '../task-place.ts'
import { TaskCard } from './TaskCard.tsx'
import { useCardDrag } from './use-card-drag.ts'
import { taskStrings } from '../tasks.strings.ts'
import styles from './TaskBoard.module.css'

interface TaskBoardProps {
  readonly tasks: readonly Task[]
  readonly place: TaskPlace
  /** Always rendered. */
  readonly ledTo: string | undefined
  /** A panel takes space: verified tasks fold to a strip. */
  readonly folds: boolean
  /** Undefined for people who may only read. */
  readonly onAdd: ((state: TaskState) => void) | undefined
  /** A new task that is being typed, and its column. */
  readonly typed: ReactNode
  readonly typedIn: TaskState
}

type MoveKey = Extract<TaskKeyAction, { readonly to: unknown }>

const cardHeight = 120

/** More done tasks show on request, because the board is for what is left. */
const shownDone = 20

export function TaskBoard({ tasks, place, ledTo, folds, onAdd, typed, typedIn }: TaskBoardProps) {
  const columns = taskColumns(tasks)
  const [isUnfolded, setUnfolded] = useState(false)
  const isUnderSheet = useMedia(sideSheetQuery)
  const isFolded = folds && !isUnfolded && !isUnderSheet
  const [told, setTold] = useState('')
  const [wanted, setWanted] = useState<string>()
  const follow = useFollowFocus('data-task')
  const followFocus = (taskId: string) => {
    setWanted(taskId)
    follow(taskId)
  }
  const numberOf = (task: Task) => taskNumber(place.prefix, task)
  const notMoved = (task: Task) => text(taskStrings.notMoved, { number: numberOf(task) })
  const put = (task: Task, { state, beforeId }: Landing) => {
    if (beforeId === task.id) return setTold(notMoved(task))
    place.actions.place(task, state, beforeId)
    setTold(text(taskStrings.moved, { number: numberOf(task), state: taskStrings.states[state] }))
  }
  const { board, dragged, landing, beginDrag } = useCardDrag({
    onLift: (task) => setTold(text(taskStrings.lifted, { number: numberOf(task) })),
    onPut: put,
    onLeft: (task) => setTold(notMoved(task)),
  })
  const moveByKey = (task: Task, { to, carry }: MoveKey) => {
    const step = boardStep(isFolded && !carry ? { ...columns, verified: [] } : columns, task, to, carry)
    if (step === undefined) return
    if ('focus' in step) {
      setWanted(step.focus)
      return focusTask(step.focus)
    }
    if (!place.mayEdit) return
    // The focus goes along.
    if (step.state === 'verified') setUnfolded(true)
    put(task, step)
    followFocus(task.id)
  }
  return (
    <section ref={board} className={styles.board} data-folded={isFolded} aria-label={taskStrings.board}>
      {taskStates.map((state) =>
        isFolded && state === 'verified' ? (
          <FoldedColumn
            key={state}
            count={columns.verified.length}
            isOver={landing?.state === state}
            onOpen={() => setUnfolded(true)}
          />
        ) : (
          <BoardColumn
            key={state}
            state={state}
            tasks={columns[state]}
            place={place}
            keepId={dragged?.id ?? wanted ?? ledTo}
            dragged={dragged}
            landing={landing?.state === state ? landing : null}
            onAdd={onAdd && (() => onAdd(state))}
            typed={typedIn === state && typed}
            onMove={moveByKey}
            onFollow={followFocus}
            onLift={place.mayEdit ? beginDrag : undefined}
          />
        ),
      )}
      <VisuallyHidden>
        <output>{told}</output>
      </VisuallyHidden>
    </section>
  )
}

interface FoldedColumnProps {
  readonly count: number
  readonly isOver: boolean
  readonly onOpen: () => void
}

/** Verified tasks while a panel is open: a press shows them, and a card can be dropped here. */
function FoldedColumn({ count, isOver, onOpen }: FoldedColumnProps) {
  return (
    <button
      type="button"
      className={styles.folded}
      data-column="verified"
      data-over={isOver}
      aria-expanded={false}
      onClick={onOpen}
    >
      <Icon of={stateIcons.verified} />
      <span className={styles.count}>{count}</span>{' '}
      <span className={styles.sideways}>{taskStrings.states.verified}</span>
    </button>
  )
}

interface BoardColumnProps {
  readonly state: TaskState
  readonly tasks: readonly Task[]
  readonly place: TaskPlace
  readonly keepId: string | undefined
  readonly dragged: Task | null
  /** Where in this column a dragged card would drop now. */
  readonly landing: Landing | null
  readonly onAdd: (() => void) | undefined
  readonly typed: ReactNode
  readonly onMove: (task: Task, key: MoveKey) => void
  readonly onFollow: (taskId: string) => void
  readonly onLift: ((task: Task) => PointerEventHandler<HTMLElement>) | undefined
}

function BoardColumn(props: BoardColumnProps) {
  const { state, tasks, place, keepId, dragged, landing, onAdd, typed, onMove, onFollow, onLift } = props
  const [all, setAll] = useState(false)
  const shown = state === 'verified' && !all ? tasks.slice(0, shownDone) : tasks
  const more = tasks.length - shown.length
  return (
    // Alt and the arrow keys on a card do the same as dragging.
    <section
      className={styles.column}
      aria-label={taskStrings.states[state]}
      data-column={state}
      data-over={landing !== null}
    >
      <header className={styles.head}>
        <Icon of={stateIcons[state]} className={styles[state]} />
        <h2 className={styles.name}>{taskStrings.states[state]}</h2>
        <span className={styles.count}>{tasks.length}</span>
        {onAdd && (
          <IconButton
            icon={Plus}
            size="small"
            label={text(taskStrings.addTo, { state: taskStrings.states[state] })}
            className={styles.add}
            onClick={onAdd}
          />
        )}
      </header>
      <div className={styles.stack}>
        <LongList items={shown} rowHeight={cardHeight} atOnce={8} keepId={keepId} className={styles.cards}>
          {(task) => (
            <TaskCard
              key={stableKey(task.id)}
              task={task}
              place={place}
              onMove={(key) => onMove(task, key)}
              onFollow={onFollow}
              onLift={onLift?.(task)}
              marks={{
                dragged: dragged?.id === task.id,
                landing: landing?.beforeId === task.id && dragged?.id !== task.id,
              }}
            />
          )}
        </LongList>
        {typed}
        {landing?.beforeId === null && <div className={styles.last} aria-hidden />}
      </div>
      {more > 0 && (
        <Button tone="quiet" size="small" onClick={() => setAll(true)}>
          {text(taskStrings.showMore, { count: more })}
        </Button>
      )}
    </section>
  )
}
