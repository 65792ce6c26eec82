import { queryOptions, useQuery } from '@tanstack/react-query'
import { reasonOf } from '#web/api/reason.ts'
import { staleTimes } from '#web/api/stale-times.ts'
import { text } from '#web/i18n/text.ts'
import { Avatar, type AvatarPerson } from '#web/ui/mark/Avatar.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import styles from './PersonDialog.module.css'
import { accountApi } from '../account-api.ts'
import { personStrings } from './person.strings.ts'

/** Somebody who shares a project or an organization with the user. Not stored on disk, because they may leave. */
const personQuery = (userId: string) =>
  queryOptions({
    queryKey: ['users', 'person', userId],
    queryFn: ({ signal }) => accountApi('GET /api/users/:userId', { params: { userId }, signal }),
    staleTime: staleTimes.settled,
    meta: { private: true },
  })

interface PersonDialogProps {
  readonly userId: string
  /** The person's appearance where the dialog was opened. */
  readonly look: AvatarPerson
  readonly onClose: () => void
}

/** A person's profile, with their present name. */
export default function PersonDialog({ userId, look, onClose }: PersonDialogProps) {
  const { data: person, error, refetch, isFetching } = useQuery(personQuery(userId))
  return (
    <Dialog open onOpenChange={onClose} title={person?.name ?? look.name}>
      {person ? (
        <div className={styles.person}>
          <Avatar person={{ ...look, name: person.name, imageUrl: person.image }} size="large" decorative />
          <p>{person.username === null ? personStrings.noUsername : `@${person.username}`}</p>
        </div>
      ) : error ? (
        <ErrorView error={error} retrying={isFetching} onRetry={() => void refetch()}>
          {text(personStrings.failed, { reason: reasonOf(error) })}
        </ErrorView>
      ) : (
        <SkeletonGroup>
          <Skeleton height={64} />
        </SkeletonGroup>
      )}
    </Dialog>
  )
}
