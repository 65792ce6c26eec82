import type { Membership } from '#features/projects/projects.contract.ts'
import { text } from '#web/i18n/text.ts'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { Avatar } from '#web/ui/mark/Avatar.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import type { TrackReviews } from '../approvals.contract.ts'
import styles from './StandingFaces.module.css'
import { approvalStrings } from './approvals.strings.ts'
import { approvedWords, reviewIcons, reviewPerson } from './review-people.ts'

interface StandingFacesProps {
  readonly reviews: TrackReviews['reviews']
  readonly members: readonly Membership[]
  readonly myId: string
}

const most = 3

/** In a track's row: verdicts on its current version, and the number of approvals. */
export function StandingFaces({ reviews, members, myId }: StandingFacesProps) {
  const counted = reviews.filter(({ state }) => state !== 'cancelled')
  if (counted.length === 0) return null
  const isMine = counted.some(({ reviewerId, state }) => reviewerId === myId && state === 'pending')
  const everybody = counted.map(({ name, state }) =>
    text(approvalStrings.person, { name, state: approvalStrings.states[state] }),
  )
  const shown = counted.length > most ? counted.slice(0, most - 1) : counted
  return (
    <span className={styles.standing} title={everybody.join('\n')}>
      <span className={styles.faces} aria-hidden>
        {shown.map((review) => (
          <span key={review.reviewerId} className={styles.face} data-state={review.state}>
            <Avatar person={reviewPerson(review, members)} size="small" decorative />
            {review.state !== 'pending' && (
              <span className={styles.mark}>
                <Icon of={reviewIcons[review.state]} size={12} />
              </span>
            )}
          </span>
        ))}
        {counted.length > shown.length && (
          <span className={styles.rest}>{text(approvalStrings.others, { count: counted.length - shown.length })}</span>
        )}
      </span>
      <span className={styles.words} data-mine={isMine}>
        {isMine ? approvalStrings.waitsForYou : approvedWords(counted)}
      </span>
      <VisuallyHidden>
        . {isMine && `${approvedWords(counted)}. `}
        {everybody.join(', ')}
      </VisuallyHidden>
    </span>
  )
}
