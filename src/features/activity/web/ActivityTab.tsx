import { useInfiniteQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import type { Activity } from '#features/activity/activity.contract.ts'
import { reasonOf } from '#web/api/reason.ts'
import { formatDate, formatDateTime } from '#web/i18n/format-date.ts'
import { locale } from '#web/i18n/locale.ts'
import { text } from '#web/i18n/text.ts'
import type { AuthorColour } from '#web/ui/author-colour.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorView } from '#web/ui/ErrorView.tsx'
import { Mark } from '#web/ui/Mark.tsx'
import { SkeletonGroup } from '#web/ui/Skeleton.tsx'
import { SkeletonRows } from '#web/ui/SkeletonRows.tsx'
import { activityDays, activityLine } from './activity-lines.ts'
import { activityQuery } from './activity.queries.ts'
import { activityStrings } from './activity.strings.ts'
import styles from './Activity.module.css'

interface ActivityTabProps {
  readonly projectId: string
  /** Of the people still in the project, by their ids. */
  readonly colours: ReadonlyMap<string, AuthorColour>
}

const dayMs = 86_400_000
const clock = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' })

export function ActivityTab({ projectId, colours }: ActivityTabProps) {
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(activityQuery(projectId))
  if (!data) return error ? <ErrorView error={error} retrying={isFetching} onRetry={() => void refetch()}>{text(activityStrings.failed, { reason: reasonOf(error) })}</ErrorView> : <ActivitySkeleton />
  const items = data.pages.flatMap((page) => page.items)
  if (items.length === 0) return <EmptyState icon={History} title={activityStrings.empty}>{activityStrings.emptyWords}</EmptyState>
  return (
    <section className={styles.feed} aria-label={activityStrings.label}>
      {activityDays(items).map(({ day, items: lines }) => (
        <section key={day} className={styles.day}>
          <h2 className={styles.date}>{dayWords(day)}</h2>
          <ol className={styles.lines}>{lines.map((item) => <Line key={item.seq} item={item} colour={colours.get(item.actorId ?? '') ?? 1} />)}</ol>
        </section>
      ))}
      {hasNextPage && <div><Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>{activityStrings.more}</Button></div>}
    </section>
  )
}

function Line({ item, colour }: { readonly item: Activity, readonly colour: AuthorColour }) {
  const { actorId, actorName, at } = item
  const actor = actorName ?? (actorId === null ? activityStrings.system : activityStrings.someone)
  return (
    <li className={styles.line}>
      <span className={styles.face}>{actorId === null ? <Mark size={28} /> : <Avatar person={{ name: actor, colour }} decorative />}</span>
      <p className={styles.words}>
        <strong>{actor}</strong> {activityLine(item).map((part, index) => (part.name ? <strong key={index}>{part.text}</strong> : part.text))}
      </p>
      <time className={styles.time} dateTime={new Date(at).toISOString()} title={formatDateTime(at)}>{clock.format(at)}</time>
    </li>
  )
}

function dayWords(day: number): string {
  const days = Math.round((new Date().setHours(0, 0, 0, 0) - day) / dayMs)
  return days === 0 ? activityStrings.today : days === 1 ? activityStrings.yesterday : formatDate(day)
}

function ActivitySkeleton() {
  return <SkeletonGroup><div className={styles.feed}><div><SkeletonRows rows={5} face /></div></div></SkeletonGroup>
}
