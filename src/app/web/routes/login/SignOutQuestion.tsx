import { useEffect, useState } from 'react'
import { guardSignOut } from '#features/account/web/sign-out-guard.ts'
import { forgetTransfers, unfinishedTransfers } from '#features/transfers/web/page-transfers.ts'
import { forgetSharedFiles } from '#features/transfers/web/shared/shared-files.ts'
import { forgetTab, watchVisit } from '#web/api/visit-mark.ts'
import { text } from '#web/i18n/text.ts'
import { outgoingInBrowser } from '#web/outbox/kept-outgoing.ts'
import { forgetOutbox, unsentCount } from '#web/outbox/outbox-store.ts'
import { listening } from '#web/player/listening.ts'
import { ConfirmDialog } from '#web/ui/overlay/ConfirmDialog.tsx'

/** Texts for signing out during transfers. */
const leaveStrings = {
  leaveTitle: { one: 'Sign out and stop {count} transfer?', other: 'Sign out and stop {count} transfers?' },
  leaveWords: 'Unfinished uploads are cancelled and have to start over.',
  leaveUnsentTitle: { one: 'Sign out and lose {count} change?', other: 'Sign out and lose {count} changes?' },
  leaveUnsentWords: 'What was not sent or not accepted is only in this browser, and signing out deletes it.',
  leaveConfirm: 'Sign out',
  leaveCancel: 'Stay',
} as const

interface Question {
  readonly count: number
  readonly unsent: number
  readonly answer: (leave: boolean) => void
}

/** Asks before signing out interrupts transfers or loses changes, and deletes all of them. */
export function SignOutQuestion({ userId }: { readonly userId: string }) {
  const [question, setQuestion] = useState<Question | null>(null)
  useEffect(
    () =>
      guardSignOut({
        ask: async () => {
          const [count, kept] = [unfinishedTransfers(), await outgoingInBrowser(userId).read()]
          const unsent = Math.max(unsentCount(), kept.length)
          return count + unsent === 0 || new Promise<boolean>((answer) => setQuestion({ count, unsent, answer }))
        },
        signedOut: async () => {
          await Promise.all([forgetTransfers(userId), forgetOutbox(), forgetSharedFiles()])
          // Also on a page without an outbox.
          await outgoingInBrowser(userId).forget()
        },
      }),
    [userId],
  )
  useEffect(() => watchVisit(() => void leaveVisit(userId)), [userId])
  if (!question) return null
  const answer = (leave: boolean) => {
    setQuestion(null)
    question.answer(leave)
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && answer(false)}
      title={
        question.count > 0
          ? text(leaveStrings.leaveTitle, { count: question.count })
          : text(leaveStrings.leaveUnsentTitle, { count: question.unsent })
      }
      description={question.count > 0 ? leaveStrings.leaveWords : leaveStrings.leaveUnsentWords}
      confirmLabel={leaveStrings.leaveConfirm}
      cancelLabel={leaveStrings.leaveCancel}
      onConfirm={() => answer(true)}
    />
  )
}

/**
 * The user has signed out in another tab, or another user has signed in: stops playback and requests, and leaves the
 * page.
 */
async function leaveVisit(userId: string): Promise<void> {
  document.documentElement.hidden = true
  listening.stop()
  forgetTab()
  // A page with unsent files would ask for confirmation before leaving.
  await Promise.race([
    Promise.all([forgetTransfers(userId), forgetOutbox()]),
    new Promise((resolve) => setTimeout(resolve, 500)),
  ])
  window.location.replace('/login')
}
