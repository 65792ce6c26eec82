import { Check, CircleSlash, Hourglass, type LucideIcon, Undo2 } from 'lucide-react'
import type { Membership } from '#features/projects/projects.contract.ts'
import { formatDate } from '#web/i18n/format-date.ts'
import { text } from '#web/i18n/text.ts'
import type { AvatarPerson } from '#web/ui/mark/Avatar.tsx'
import { memberColour } from '#web/ui/mark/author-colour.ts'
import { outsidePerson } from '#web/ui/mark/outside-person.ts'
import { unmarkedGuest } from '#shared/guest-name.ts'
import type { ApprovalReview, TrackReviews } from '../approvals.contract.ts'
import { approvalStrings } from './approvals.strings.ts'

export const reviewIcons: Readonly<Record<ApprovalReview['state'], LucideIcon>> = {
  pending: Hourglass,
  approved: Check,
  changes: Undo2,
  cancelled: CircleSlash,
}

/** With their colour in the project, and the face that guests have everywhere. */
export function reviewPerson(
  { reviewerId, name }: { readonly reviewerId: string; readonly name: string },
  members: readonly Membership[],
): AvatarPerson {
  const member = members.find(({ person }) => person.id === reviewerId)
  if (!member) return outsidePerson(reviewerId, name)
  return { name, imageUrl: member.person.image, colour: memberColour(member.joinOrder) }
}

type Short = TrackReviews['reviews'][number]

/**
 * "2 of 3 approved", counting people whose approval is required. Where nobody was asked, what was said: "Approved by
 * Tess", which is no state of the track.
 */
export function approvedWords(reviews: readonly Pick<Short, 'name' | 'state' | 'isAsked'>[]): string {
  const counted = reviews.filter(({ state }) => state !== 'cancelled')
  const asked = counted.filter(({ isAsked }) => isAsked)
  if (asked.length > 0)
    return text(approvalStrings.approvedCount, {
      approved: asked.filter(({ state }) => state === 'approved').length,
      asked: asked.length,
    })
  const said = counted.some(({ state }) => state === 'changes') ? 'changes' : 'approved'
  const [first, ...others] = counted.filter(({ state }) => state === said)
  if (!first) return ''
  return others.length === 0
    ? text(approvalStrings.unasked[said], { name: unmarkedGuest(first.name) })
    : text(approvalStrings.unaskedCount[said], { count: others.length + 1 })
}

/** A calendar date in the reader's locale. Compares with today to choose between `due` and `overdue`. */
export function dueWords(dueOn: string, now = Date.now()): string {
  const [year = 0, month = 1, day = 1] = dueOn.split('-').map(Number)
  const begins = new Date(year, month - 1, day)
  const isOver = new Date(year, month - 1, day + 1).getTime() <= now
  return text(isOver ? approvalStrings.overdue : approvalStrings.due, { date: formatDate(begins.getTime()) })
}

/** All details of one person's verdict, for tooltips and screen readers. */
export function reviewWords({ name, state, ask, decision, earlier }: ApprovalReview): string {
  const more = [
    state === 'pending' && ask?.dueOn ? dueWords(ask.dueOn) : undefined,
    state === 'pending' && earlier
      ? text(approvalStrings.earlier[earlier.decision], { number: earlier.versionNumber })
      : undefined,
  ]
  const line = [
    text(approvalStrings.person, { name, state: approvalStrings.states[state] }),
    ...more.filter(Boolean),
  ].join(', ')
  const body = decisionWords({ state, decision })
  return body === undefined ? line : text(approvalStrings.sayingOf, { line, body })
}

/** What a person said with the decision that counts now. */
export function decisionWords({ state, decision }: Pick<ApprovalReview, 'state' | 'decision'>): string | undefined {
  return decision !== null && decision.body !== '' && decision.decision === state ? decision.body : undefined
}

/** The sentence of the bar: a request that waits for the user, else what was said last with a decision. */
export function conversationLine(reviews: readonly ApprovalReview[], myId: string): string | undefined {
  const mine = reviews.find(({ reviewerId, state }) => reviewerId === myId && state === 'pending')
  if (mine?.ask) {
    const { askedByName: by, versionNumber: number, message } = mine.ask
    return message === ''
      ? text(approvalStrings.asksYou, { by, number })
      : text(approvalStrings.asksYouWith, { by, number, message })
  }
  const [last] = reviews
    .filter((review) => decisionWords(review) !== undefined)
    .sort((a, b) => (b.decision?.seq ?? 0) - (a.decision?.seq ?? 0))
  return last && text(approvalStrings.saying, { name: last.name, body: decisionWords(last) ?? '' })
}
