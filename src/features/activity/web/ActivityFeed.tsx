import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, History } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { ActivityTopic } from '#features/activity/activity-topics.ts'
import type { Activity } from '#features/activity/activity.contract.ts'
import type { Seconds } from '#shared/units.ts'
import { reasonOf } from '#web/api/reason.ts'
import { formatDate, formatDateTime } from '#web/i18n/format-date.ts'
import { formatDuration } from '#web/i18n/format-duration.ts'
import { locale } from '#web/i18n/locale.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { UiLink } from '#web/ui/frame/UiLink.tsx'
import { EmptyState } from '#web/ui/list/EmptyState.tsx'
import { SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { SkeletonRows } from '#web/ui/list/SkeletonRows.tsx'
import { Avatar } from '#web/ui/mark/Avatar.tsx'
import { Logo } from '#web/ui/mark/Logo.tsx'
import type { AuthorColour } from '#web/ui/mark/author-colour.ts'
import { outsidePerson } from '#web/ui/mark/outside-person.ts'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import styles from './Activity.module.css'
import { activityDays, activityGroupLine, activityLine, activityPath, type ActivityLinePart } from './activity-lines.ts'
import { activityQuery } from './activity.client.ts'
import { activityStrings } from './activity.strings.ts'

interface ActivityFeedProps {
  readonly projectId: string
  readonly person: string | undefined
  readonly topic: ActivityTopic | undefined
  /** Colours of the project's present members, by id. */
  readonly colours: ReadonlyMap<string, AuthorColour>
}

const dayMs = 86_400_000
const clock = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' })

export function ActivityFeed({ projectId, person, topic, colours }: ActivityFeedProps) {
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    activityQuery(projectId, person, topic),
  )
  if (!data)
    return error ? (
      <ErrorView error={error} retrying={isFetching} onRetry={() => void refetch()}>
        {text(activityStrings.failed, { reason: reasonOf(error) })}
      </ErrorView>
    ) : (
      <ActivitySkeleton />
    )
  const items = data.pages.flatMap((page) => page.items)
  if (items.length === 0) {
    return person === undefined && topic === undefined ? (
      <EmptyState icon={History} title={activityStrings.empty}>
        {activityStrings.emptyWords}
      </EmptyState>
    ) : (
      <EmptyState icon={History} title={activityStrings.nothingHere}>
        {activityStrings.nothingHereWords}
      </EmptyState>
    )
  }
  return (
    <section className={styles.feed} aria-label={activityStrings.label}>
      {activityDays(items).map(({ day, groups }) => (
        <section key={day} className={styles.day}>
          <h2 className={styles.date}>{dayWords(day)}</h2>
          <ol className={styles.lines}>
            {groups.map((group) => (
              <Group key={group.items.at(-1)?.seq} items={group.items} projectId={projectId} colours={colours} />
            ))}
          </ol>
        </section>
      ))}
      {hasNextPage && (
        <div>
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {activityStrings.more}
          </Button>
        </div>
      )}
    </section>
  )
}

interface GroupProps extends Pick<ActivityFeedProps, 'projectId' | 'colours'> {
  readonly items: readonly Activity[]
}

/** One line, or several similar ones collapsed into one. */
function Group({ items, projectId, colours }: GroupProps) {
  const [open, setOpen] = useState(false)
  const [first] = items
  if (!first) return null
  const colour = colours.get(first.actorId ?? '')
  const many = items.length > 1
  return (
    <>
      <Line
        item={first}
        words={activityGroupLine(items)}
        href={many ? undefined : activityPath(projectId, first)}
        at={many ? undefined : first.place?.fromSeconds}
        colour={colour}
      >
        {many ? (
          <IconButton
            size="small"
            icon={open ? ChevronUp : ChevronDown}
            label={open ? activityStrings.hideEach : activityStrings.showEach}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          />
        ) : null}
      </Line>
      {open &&
        items.map((item) => (
          <Line
            key={item.seq}
            item={item}
            words={activityLine(item)}
            href={activityPath(projectId, item)}
            at={item.place?.fromSeconds}
            colour={colour}
            inner
          />
        ))}
    </>
  )
}

interface LineProps {
  readonly item: Activity
  readonly words: readonly ActivityLinePart[]
  readonly href: string | undefined
  /** Position of a note. */
  readonly at: Seconds | undefined
  /** Of a member. */
  readonly colour: AuthorColour | undefined
  /** One of several, below their collapsed line. */
  readonly inner?: boolean
  readonly children?: ReactNode
}

function Line({
  item: { actorId, actorName, at: happenedAt },
  words,
  href,
  at,
  colour,
  inner = false,
  children,
}: LineProps) {
  const actor = actorName ?? (actorId === null ? activityStrings.system : activityStrings.someone)
  const said = [
    ...words.map((part, index) => (part.name ? <strong key={index}>{part.text}</strong> : part.text)),
    at === undefined ? null : ` ${text(activityStrings.at, { time: formatDuration(at) })}`,
  ]
  return (
    <li className={styles.line} data-inner={inner}>
      <span className={styles.face}>
        {inner ? null : actorId === null ? (
          <Logo size={28} />
        ) : (
          <Avatar person={colour ? { name: actor, colour } : outsidePerson(actorId, actor)} decorative />
        )}
      </span>
      <p className={styles.words}>
        <strong>{actor}</strong>{' '}
        {href === undefined ? (
          said
        ) : (
          <UiLink href={href} className={styles.link}>
            {said}
          </UiLink>
        )}
      </p>
      {children ?? <span />}
      <time className={styles.time} dateTime={new Date(happenedAt).toISOString()} title={formatDateTime(happenedAt)}>
        {clock.format(happenedAt)}
      </time>
    </li>
  )
}

function dayWords(day: number): string {
  const days = Math.round((new Date().setHours(0, 0, 0, 0) - day) / dayMs)
  return days === 0 ? activityStrings.today : days === 1 ? activityStrings.yesterday : formatDate(day)
}

export function ActivitySkeleton() {
  return (
    <SkeletonGroup>
      <div className={styles.feed}>
        <div>
          <SkeletonRows rows={5} face />
        </div>
      </div>
    </SkeletonGroup>
  )
}
