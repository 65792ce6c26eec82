import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { personOf } from '#features/tracks/web/people-names.ts'
import type { ProjectDetails } from '#features/tracks/tracks.contract.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Avatar } from '#web/ui/mark/Avatar.tsx'
import { outsidePerson } from '#web/ui/mark/outside-person.ts'
import { RelativeTime } from '#web/ui/mark/RelativeTime.tsx'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import type { Task } from '../../tasks.contract.ts'
import { historyLines } from './task-history-lines.ts'
import { taskHistoryQuery } from './task-history.client.ts'
import styles from './TaskHistory.module.css'
import { taskPanelStrings } from './task-panel.strings.ts'

interface TaskHistoryProps {
  readonly project: ProjectDetails
  readonly task: Task
}

/** More lines show on request. */
const SHOWN = 6

/** Who did what to a task, and when. */
export function TaskHistory({ project, task }: TaskHistoryProps) {
  const { data, error, refetch, isFetching } = useQuery(taskHistoryQuery(project.id, task.id))
  const [isWhole, setWhole] = useState(false)
  if (!data)
    return (
      error && (
        <ErrorView error={error} retrying={isFetching} onRetry={() => void refetch()}>
          {text(taskPanelStrings.historyFailed, { reason: reasonOf(error) })}
        </ErrorView>
      )
    )
  const lines = historyLines(data)
  const earlier = isWhole || lines.length <= SHOWN ? 0 : lines.length - SHOWN + 1
  return (
    <section className={styles.history} aria-label={taskPanelStrings.history}>
      {earlier > 0 && (
        <Button size="small" tone="quiet" className={styles.more} onClick={() => setWhole(true)}>
          {text(taskPanelStrings.earlier, { count: earlier })}
        </Button>
      )}
      <ul className={styles.lines}>
        {lines.slice(earlier).map(({ key, actorId, name, words, at }) => (
          <li key={key} className={styles.line}>
            <Avatar
              person={personOf(project.members, actorId) ?? outsidePerson(actorId ?? '', name)}
              size="small"
              decorative
            />
            <span className={styles.words}>{words}</span>
            <span className={styles.when}>
              <RelativeTime at={at} short />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
