import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { text } from '#web/i18n/text.ts'
import { stableKey } from '#web/outbox/outbox-store.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { LongList } from '#web/ui/list/LongList.tsx'
import { useFollowFocus } from '#web/ui/keys/use-follow-focus.ts'
import { UiLink } from '#web/ui/frame/UiLink.tsx'
import { groupTasks } from '../../task-order.ts'
import type { Task } from '../../tasks.contract.ts'
import type { TaskPlace } from '../task-place.ts'
import { newTaskStrings } from '../new/new-task.strings.ts'
import { TaskRow } from './TaskRow.tsx'
import { taskStrings } from '../tasks.strings.ts'
import styles from './TaskList.module.css'

interface TaskListProps {
  readonly tasks: readonly Task[]
  readonly place: TaskPlace
  /** Always rendered. */
  readonly ledTo: string | undefined
  readonly trackHref: (trackId: string) => string
  /** Undefined for people who may only read. */
  readonly onAdd: ((trackId: string | null) => void) | undefined
  /** A new task that is being typed, and the track it is for. */
  readonly typed: ReactNode
  readonly typedIn: string | null
}

const rowHeight = 45

/** By track in album order, then by priority. */
export function TaskList({ tasks, place, ledTo, trackHref, onAdd, typed, typedIn }: TaskListProps) {
  const listed = groupTasks(tasks, [...place.tracks.keys()])
  const hasItsGroup = !typed || listed.some(({ trackId }) => trackId === typedIn)
  const groups = hasItsGroup ? listed : [...listed, { trackId: typedIn, tasks: [] }]
  const [wanted, setWanted] = useState<string>()
  const followFocus = useFollowFocus('data-task')
  const follow = (taskId: string) => {
    setWanted(taskId)
    followFocus(taskId)
  }
  const ids = groups.flatMap((group) => group.tasks.map(({ id }) => id))
  const places = new Map(ids.map((id, at) => [id, at]))
  return (
    <section className={styles.groups} aria-label={taskStrings.list}>
      {groups.map(({ trackId, tasks: own }) => (
        <div key={trackId ?? 'project'} className={styles.group}>
          <h2 className={styles.heading}>
            {trackId === null ? (
              taskStrings.wholeProject
            ) : (
              <UiLink href={trackHref(trackId)} className={styles.link}>
                {place.tracks.get(trackId)?.title}
              </UiLink>
            )}
            <span className={styles.count}>{own.length}</span>
            {onAdd && (
              <IconButton
                icon={Plus}
                size="small"
                label={text(newTaskStrings.addFor, {
                  track: place.tracks.get(trackId ?? '')?.title ?? taskStrings.wholeProject,
                })}
                className={styles.add}
                onClick={() => onAdd(trackId)}
              />
            )}
          </h2>
          <LongList items={own} rowHeight={rowHeight} keepId={wanted ?? ledTo}>
            {(task) => {
              const at = places.get(task.id) ?? -1
              return (
                <TaskRow
                  key={stableKey(task.id)}
                  task={task}
                  {...place}
                  onFollow={follow}
                  previousId={ids[at - 1]}
                  nextId={ids[at + 1]}
                />
              )
            }}
          </LongList>
          {trackId === typedIn && typed}
        </div>
      ))}
    </section>
  )
}
