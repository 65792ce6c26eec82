import { MessageSquareText } from 'lucide-react'
import type { Membership } from '#features/projects/projects.contract.ts'
import { text } from '#web/i18n/text.ts'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { Avatar } from '#web/ui/mark/Avatar.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import type { ApprovalReview } from '../approvals.contract.ts'
import styles from './ReviewList.module.css'
import { approvalStrings } from './approvals.strings.ts'
import { decisionWords, reviewIcons, reviewPerson, reviewWords } from './review-people.ts'

interface ReviewListProps {
  readonly reviews: readonly ApprovalReview[]
  readonly members: readonly Membership[]
  /** The user is asked, too, which is said elsewhere. */
  readonly isAsked: boolean
  /** Shows all of them. */
  readonly onMore: () => void
}

const most = 3

/** Each with avatar, icon and text; the first few, the others on demand. */
export function ReviewList({ reviews, isAsked, members, onMore }: ReviewListProps) {
  if (reviews.length === 0)
    return isAsked ? null : (
      <span className={styles.nobody} data-nobody>
        {approvalStrings.nobody}
      </span>
    )
  const shown = reviews.length > most ? reviews.slice(0, most) : reviews
  const rest = reviews.slice(shown.length)
  return (
    <ul className={styles.list}>
      {shown.map((review) => (
        <li key={review.reviewerId} className={styles.review} data-state={review.state} title={reviewWords(review)}>
          <Avatar person={reviewPerson(review, members)} decorative />
          <span className={styles.state} aria-hidden>
            <Icon of={reviewIcons[review.state]} size={14} />
            <span className={styles.word}>{approvalStrings.states[review.state]}</span>
          </span>
          {decisionWords(review) !== undefined && <Icon of={MessageSquareText} size={12} className={styles.said} />}
          <VisuallyHidden>{reviewWords(review)}</VisuallyHidden>
        </li>
      ))}
      {rest.length > 0 && (
        <li>
          <button type="button" className={styles.more} title={rest.map(reviewWords).join('\n')} onClick={onMore}>
            {text(approvalStrings.others, { count: rest.length })}
            <VisuallyHidden>: {approvalStrings.record}</VisuallyHidden>
          </button>
        </li>
      )}
    </ul>
  )
}
