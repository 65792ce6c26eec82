import { Columns3, List, ListFilter, Plus, Search, UserRound } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { FilterChip } from '#web/ui/mark/Chip.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { SearchField } from '#web/ui/form/SearchField.tsx'
import { SegmentedControl } from '#web/ui/form/SegmentedControl.tsx'
import type { TaskFilter } from '../../task-order.ts'
import type { TaskPlace } from '../task-place.ts'
import { taskStrings } from '../tasks.strings.ts'
import styles from './TaskTools.module.css'

export type TaskView = 'board' | 'list'

interface TaskToolsProps {
  readonly view: TaskView
  readonly onView: (view: TaskView) => void
  readonly filter: TaskFilter
  readonly onFilter: (change: Partial<TaskFilter>) => void
  readonly place: TaskPlace
  readonly myId: string
  readonly onAdd: (() => void) | undefined
  /** Before the button for a new task. */
  readonly children: ReactNode
}

export function TaskTools({ view, onView, filter, onFilter, place, myId, onAdd, children }: TaskToolsProps) {
  const { members, tracks } = place
  const people = [
    { value: 'anybody', label: taskStrings.anybody },
    ...members.map(({ person }) => ({ value: person.id, label: person.name })),
    { value: 'nobody', label: taskStrings.nobody },
  ]
  const places = [
    { value: 'any', label: taskStrings.anyTrack },
    ...[...tracks.values()].map(({ id, title }) => ({ value: id, label: title })),
    { value: 'none', label: taskStrings.wholeProject },
  ]
  const mine = filter.assignee === myId
  const labelOf = (options: readonly { readonly value: string; readonly label: string }[], value: string) =>
    options.find((option) => option.value === value)?.label ?? ''
  return (
    <div className={styles.tools}>
      <SegmentedControl
        label={taskStrings.view}
        value={view}
        onValueChange={onView}
        segments={[
          { value: 'list', label: taskStrings.views.list, icon: List },
          { value: 'board', label: taskStrings.views.board, icon: Columns3 },
        ]}
      />
      <Button
        tone="quiet"
        size="small"
        icon={UserRound}
        aria-pressed={mine}
        className={mine ? styles.on : undefined}
        onClick={() => onFilter({ assignee: mine ? 'anybody' : myId })}
      >
        {taskStrings.me}
      </Button>
      <Menu
        entries={[
          {
            kind: 'submenu',
            label: taskStrings.assigneeFilter,
            entries: [
              {
                kind: 'choice',
                value: filter.assignee,
                options: people,
                onValueChange: (assignee) => onFilter({ assignee }),
              },
            ],
          },
          {
            kind: 'submenu',
            label: taskStrings.trackFilter,
            entries: [
              { kind: 'choice', value: filter.track, options: places, onValueChange: (track) => onFilter({ track }) },
            ],
          },
        ]}
      >
        <Button tone="quiet" size="small" icon={ListFilter}>
          {taskStrings.filter}
        </Button>
      </Menu>
      {filter.assignee !== 'anybody' && !mine && (
        <FilterChip label={labelOf(people, filter.assignee)} onRemove={() => onFilter({ assignee: 'anybody' })} />
      )}
      {filter.track !== 'any' && (
        <FilterChip label={labelOf(places, filter.track)} onRemove={() => onFilter({ track: 'any' })} />
      )}
      <span className={styles.gap} />
      <FindTask value={filter.find} onValueChange={(find) => onFilter({ find })} />
      {children}
      {onAdd && (
        <Button tone="primary" icon={Plus} className={styles.add} onClick={onAdd}>
          <span className={styles.addWords}>{taskStrings.newTask}</span>
        </Button>
      )}
    </div>
  )
}

interface FindTaskProps {
  readonly value: string
  readonly onValueChange: (value: string) => void
}

/** A field or, where the row has no space for it, a button that opens it. */
function FindTask({ value, onValueChange }: FindTaskProps) {
  const [isOpened, setOpened] = useState(false)
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (isOpened) place.current?.querySelector('input')?.focus()
  }, [isOpened])
  return (
    <span ref={place} className={styles.findPlace} data-open={isOpened || value !== ''}>
      <IconButton
        icon={Search}
        label={taskStrings.find}
        className={styles.findButton}
        onClick={() => setOpened(true)}
      />
      <SearchField
        label={taskStrings.find}
        value={value}
        onValueChange={onValueChange}
        className={styles.find}
        onBlur={() => setOpened(false)}
      />
    </span>
  )
}
