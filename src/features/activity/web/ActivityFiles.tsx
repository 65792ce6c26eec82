import { useInfiniteQuery } from '@tanstack/react-query'
import { Download, Paperclip } from 'lucide-react'
import { apiUrl } from '#web/api/api-url.ts'
import { reasonOf } from '#web/api/reason.ts'
import { formatBytes } from '#web/i18n/format-size.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { UiLink } from '#web/ui/frame/UiLink.tsx'
import { EmptyState } from '#web/ui/list/EmptyState.tsx'
import { Avatar } from '#web/ui/mark/Avatar.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { RelativeTime } from '#web/ui/mark/RelativeTime.tsx'
import type { AuthorColour } from '#web/ui/mark/author-colour.ts'
import { outsidePerson } from '#web/ui/mark/outside-person.ts'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import styles from './Activity.module.css'
import { ActivitySkeleton } from './ActivityFeed.tsx'
import { activityPath } from './activity-lines.ts'
import { filesQuery } from './activity.client.ts'
import { activityStrings } from './activity.strings.ts'

interface ActivityFilesProps {
  readonly projectId: string
  readonly person: string | undefined
  readonly colours: ReadonlyMap<string, AuthorColour>
}

/** Files attached to notes, with the note of each. */
export function ActivityFiles({ projectId, person, colours }: ActivityFilesProps) {
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    filesQuery(projectId, person),
  )
  if (!data)
    return error ? (
      <ErrorView error={error} retrying={isFetching} onRetry={() => void refetch()}>
        {text(activityStrings.failed, { reason: reasonOf(error) })}
      </ErrorView>
    ) : (
      <ActivitySkeleton />
    )
  const files = data.pages.flatMap((page) => page.items)
  if (files.length === 0)
    return (
      <EmptyState icon={Paperclip} title={activityStrings.noFiles}>
        {activityStrings.noFilesWords}
      </EmptyState>
    )
  return (
    <section className={styles.feed} aria-label={activityStrings.files}>
      <ul className={styles.lines}>
        {files.map(({ id, fileName, sizeBytes, at, authorId, authorName, track, version, noteId, fromSeconds }) => {
          const author = authorName ?? activityStrings.someone
          const href = activityPath(projectId, {
            kind: 'note.added',
            refs: { trackId: track.id, noteId },
            place: { versionId: version.id, fromSeconds },
            isThere: true,
          })
          const colour = colours.get(authorId)
          return (
            <li key={id} className={styles.line}>
              <span className={styles.face}>
                <Avatar person={colour ? { name: author, colour } : outsidePerson(authorId, author)} />
              </span>
              <p className={styles.words}>
                <strong className={styles.file}>{fileName}</strong> {formatBytes(sizeBytes)}
                {href !== undefined && (
                  <>
                    ,{' '}
                    <UiLink href={href} className={styles.link}>
                      {text(activityStrings.fileOn, { place: `${track.title} v${version.number}` })}
                    </UiLink>
                  </>
                )}
              </p>
              <a
                className={styles.get}
                href={apiUrl('/api/projects/:projectId/attachments/:attachmentId', { projectId, attachmentId: id })}
                download={fileName}
                aria-label={text(activityStrings.download, { name: fileName })}
              >
                <Icon of={Download} />
              </a>
              <span className={styles.time}>
                <RelativeTime at={at} short />
              </span>
            </li>
          )
        })}
      </ul>
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
