import { useInfiniteQuery } from '@tanstack/react-query'
import { CheckCheck, Inbox, ListFilter, Settings2 } from 'lucide-react'
import { reasonOf } from '#web/api/reason.ts'
import { formatDate } from '#web/i18n/format-date.ts'
import { text } from '#web/i18n/text.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { SegmentedControl } from '#web/ui/form/SegmentedControl.tsx'
import { TopBar } from '#web/ui/frame/TopBar.tsx'
import { useFollowFocus } from '#web/ui/keys/use-follow-focus.ts'
import { usePageKeys } from '#web/ui/keys/use-page-keys.ts'
import { EmptyState } from '#web/ui/list/EmptyState.tsx'
import { SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { SkeletonRows } from '#web/ui/list/SkeletonRows.tsx'
import { ProjectCover } from '#web/ui/mark/ProjectCover.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import { PageBody } from '#web/ui/page/PageBody.tsx'
import type { InboxItem } from '../inbox.contract.ts'
import { kindNames } from '../inbox.strings.ts'
import { notificationKinds } from '../notification-kinds.ts'
import styles from './Inbox.module.css'
import { InboxRow } from './InboxRow.tsx'
import { inboxDays } from './inbox-groups.ts'
import { inboxKeys, intoInbox } from './inbox-keys.ts'
import { inboxStrings } from './inbox-page.strings.ts'
import { inboxQuery, type InboxView } from './inbox.client.ts'
import { useInboxActions } from './use-inbox-actions.ts'

interface InboxPageProps {
  readonly view: InboxView
  readonly onView: (view: InboxView) => void
}

const dayMs = 86_400_000

/** All notifications, over all projects, newest first. */
export function InboxPage({ view, onView }: InboxPageProps) {
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    inboxQuery(view),
  )
  const actions = useInboxActions()
  usePageKeys([intoInbox, ...inboxKeys])
  const items = data?.pages.flatMap((page) => page.items) ?? []
  const days = inboxDays(items)
  const shown = days.flatMap(({ projects }) => projects.flatMap((project) => project.items))
  const followFocus = useFollowFocus('data-notice')
  const neighbour = (item: InboxItem, by: 1 | -1) => shown[shown.findIndex(({ id }) => id === item.id) + by]
  const move = (item: InboxItem, by: 1 | -1) => {
    const next = neighbour(item, by)
    if (next) followFocus(next.id)
  }
  const read = (item: InboxItem, isRead: boolean) => {
    // In the unread view the line disappears, so focus its neighbour.
    if (view.unread && isRead) followFocus((neighbour(item, 1) ?? neighbour(item, -1) ?? item).id)
    actions.setRead(item, isRead)
  }
  const kindOf = view.kind === undefined ? inboxStrings.everyKind : kindNames[view.kind]
  return (
    <>
      <TopBar crumbs={[{ label: inboxStrings.title }]}>
        <SegmentedControl
          label={inboxStrings.which}
          value={view.unread ? 'unread' : 'all'}
          onValueChange={(value) => onView({ ...view, unread: value === 'unread' })}
          segments={[
            { value: 'all', label: inboxStrings.all },
            { value: 'unread', label: inboxStrings.unread },
          ]}
        />
      </TopBar>
      <PageBody>
        <div className={styles.page}>
          <header className={styles.head}>
            <h1>{inboxStrings.title}</h1>
            <div className={styles.tools}>
              <Menu
                align="end"
                entries={[
                  {
                    kind: 'choice',
                    value: view.kind ?? '',
                    options: [
                      { value: '', label: inboxStrings.everyKind },
                      ...notificationKinds.map((value) => ({ value, label: kindNames[value] })),
                    ],
                    onValueChange: (value) =>
                      onView({ ...view, kind: notificationKinds.find((kind) => kind === value) }),
                  },
                ]}
              >
                <Button tone="quiet" size="small" icon={ListFilter} aria-label={`${inboxStrings.kind}: ${kindOf}`}>
                  {kindOf}
                </Button>
              </Menu>
              <Button
                tone="quiet"
                size="small"
                icon={CheckCheck}
                busy={actions.busy}
                onClick={() => actions.readAll(view.kind)}
              >
                {inboxStrings.readAll}
              </Button>
              <ButtonLink tone="quiet" size="small" icon={Settings2} href="/account/notifications">
                {inboxStrings.settings}
              </ButtonLink>
            </div>
          </header>
          {!data && !error && (
            <SkeletonGroup>
              <SkeletonRows rows={5} face />
            </SkeletonGroup>
          )}
          {!data && error && (
            <ErrorView error={error} onRetry={() => void refetch()} retrying={isFetching}>
              {text(inboxStrings.failed, { reason: reasonOf(error) })}
            </ErrorView>
          )}
          {data && items.length === 0 && <Nothing view={view} />}
          {days.map(({ day, projects }) => (
            <section key={day} className={styles.day} aria-labelledby={`day-${day}`}>
              <h2 id={`day-${day}`} className={styles.date}>
                {dayWords(day)}
              </h2>
              {projects.map(({ project, items: lines }) => (
                <section key={project.id} aria-label={project.name}>
                  <h3 className={styles.project}>
                    <ProjectCover id={project.id} size={18} />
                    {project.name}
                  </h3>
                  <ul>
                    {lines.map((item) => (
                      <InboxRow key={item.id} item={item} onRead={read} onMove={move} />
                    ))}
                  </ul>
                </section>
              ))}
            </section>
          ))}
          {hasNextPage && (
            <div>
              <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {inboxStrings.more}
              </Button>
            </div>
          )}
        </div>
      </PageBody>
    </>
  )
}

function Nothing({ view: { kind, unread } }: Pick<InboxPageProps, 'view'>) {
  if (unread)
    return (
      <EmptyState icon={CheckCheck} title={inboxStrings.nothingUnread}>
        {inboxStrings.nothingUnreadWords}
      </EmptyState>
    )
  return (
    <EmptyState icon={Inbox} title={kind === undefined ? inboxStrings.empty : inboxStrings.nothingOfKind}>
      {inboxStrings.emptyWords}
    </EmptyState>
  )
}

function dayWords(day: number): string {
  const days = Math.round((new Date().setHours(0, 0, 0, 0) - day) / dayMs)
  return days === 0 ? inboxStrings.today : days === 1 ? inboxStrings.yesterday : formatDate(day)
}
