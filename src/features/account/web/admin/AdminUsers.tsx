import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { UserPlus, UserRound } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/list/EmptyState.tsx'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import { lazyDialog } from '#web/ui/page/lazy-part.tsx'
import { SearchField } from '#web/ui/form/SearchField.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { meQuery } from '../account.client.ts'
import { accountStrings } from '../account.strings.ts'
import { peopleQuery } from './admin.client.ts'
import { adminStrings } from './admin.strings.ts'
import { AdminUserRow } from './AdminUserRow.tsx'
import styles from './Admin.module.css'

const MakePersonDialog = lazyDialog(() => import('./MakePersonDialog.tsx'))

/** All accounts, newest first. */
export default function AdminUsers() {
  const [find, setFind] = useState('')
  const [making, setMaking] = useState(false)
  const search = useDeferredValue(find.trim())
  const { data: me } = useQuery(meQuery)
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    peopleQuery(search),
  )
  const people = data?.pages.flatMap((page) => page.items)
  return (
    <div className={styles.part}>
      <div className={styles.bar}>
        <SearchField
          className={styles.find}
          label={adminStrings.find}
          value={find}
          onValueChange={setFind}
          maxLength={200}
        />
        <Button icon={UserPlus} onClick={() => setMaking(true)}>
          {adminStrings.makePerson}
        </Button>
      </div>
      {making && <MakePersonDialog onClose={() => setMaking(false)} />}
      {people ? (
        people.length === 0 ? (
          <EmptyState icon={UserRound} title={search === '' ? adminStrings.nobody : adminStrings.nobodyFound}>
            {search === '' ? undefined : text(adminStrings.nobodyFoundWords, { find: search })}
          </EmptyState>
        ) : (
          <ul className={styles.list} aria-label={adminStrings.people} aria-busy={isFetching}>
            {people.map((person) => (
              <AdminUserRow key={person.id} person={person} me={person.id === me?.id} />
            ))}
          </ul>
        )
      ) : error ? (
        <ErrorView error={error} retrying={isFetching} onRetry={() => void refetch()}>
          {text(adminStrings.usersFailed, { reason: reasonOf(error) })}
        </ErrorView>
      ) : (
        <SkeletonGroup>
          <Skeleton height={44} />
          <Skeleton height={44} />
          <Skeleton height={44} />
        </SkeletonGroup>
      )}
      {hasNextPage && (
        <div>
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {accountStrings.more}
          </Button>
        </div>
      )}
    </div>
  )
}
