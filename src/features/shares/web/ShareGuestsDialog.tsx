import { useQuery } from '@tanstack/react-query'
import { reasonOf } from '#web/api/reason.ts'
import { formatAgo } from '#web/i18n/format-date.ts'
import { formatDuration } from '#web/i18n/format-duration.ts'
import { text } from '#web/i18n/text.ts'
import { EmptyState } from '#web/ui/list/EmptyState.tsx'
import { SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { SkeletonRows } from '#web/ui/list/SkeletonRows.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import type { Share, ShareGuest } from '../shares.contract.ts'
import styles from './Shares.module.css'
import { guestsQuery } from './share-lists.ts'
import { nameOfShare } from './share-words.ts'
import { shareStrings as strings } from './shares.strings.ts'

/** Who used a link, and how far they listened. */
export default function ShareGuestsDialog({ share, onClose }: { readonly share: Share; readonly onClose: () => void }) {
  const { data: guests, error, refetch } = useQuery(guestsQuery(share.projectId, share.id))
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={text(strings.guestsTitle, { name: nameOfShare(share) })}
    >
      {!guests && !error && (
        <SkeletonGroup>
          <SkeletonRows />
        </SkeletonGroup>
      )}
      {!guests && error && (
        <ErrorView error={error} onRetry={() => void refetch()}>
          {text(strings.guestsFailed, { reason: reasonOf(error) })}
        </ErrorView>
      )}
      {guests?.length === 0 && <EmptyState title={strings.guestsEmpty} />}
      {guests && guests.length > 0 && (
        <ul className={styles.guests}>
          {guests.map((guest) => (
            <GuestRow key={guest.id} guest={guest} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function GuestRow({
  guest: { name, hasAccount, opened, lastSeenAt, heard, fileDownloads },
}: {
  readonly guest: ShareGuest
}) {
  const facts = [
    hasAccount && strings.account,
    text(strings.guestFacts, { count: opened }),
    lastSeenAt !== null && text(strings.guestSeen, { when: formatAgo(lastSeenAt) }),
    fileDownloads > 0 && text(strings.guestFiles, { count: fileDownloads }),
  ]
  return (
    <li className={styles.guest}>
      <span className={styles.name}>{name ?? strings.unnamed}</span>
      <span className={styles.meta}>{facts.filter(Boolean).join(' · ')}</span>
      {heard.length > 0 && (
        <ul className={styles.heard}>
          {heard.map((one) => (
            <li key={one.trackId}>
              {one.trackTitle}: {heardWords(one)}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

function heardWords({ played, furthestSeconds, durationSeconds, downloads }: ShareGuest['heard'][number]): string {
  const position = formatDuration(furthestSeconds)
  return [
    played > 0 && text(strings.playedTimes, { count: played }),
    furthestSeconds > 0 &&
      (durationSeconds === null
        ? text(strings.heardTo, { position })
        : text(strings.heardUpTo, { position, length: formatDuration(durationSeconds) })),
    downloads > 0 && text(strings.downloadedTimes, { count: downloads }),
  ]
    .filter(Boolean)
    .join(', ')
}
