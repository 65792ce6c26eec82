import { useEffect, useState } from 'react'
import { guardSignOut } from '#features/account/web/sign-out-guard.ts'
import { text } from '#web/i18n/text.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { forgetTransfers, unfinishedTransfers } from './page-transfers.ts'
import { routeStrings } from './routes.strings.ts'

interface Question {
  readonly count: number
  readonly answer: (leave: boolean) => void
}

/** Asks before signing out stops transfers, and leaves nothing of them behind. */
export function SignOutQuestion({ userId }: { readonly userId: string }) {
  const [question, setQuestion] = useState<Question | null>(null)
  useEffect(() => guardSignOut({
    ask: async () => {
      const count = unfinishedTransfers()
      return count === 0 || new Promise<boolean>((answer) => setQuestion({ count, answer }))
    },
    signedOut: () => forgetTransfers(userId),
  }), [userId])
  if (!question) return null
  const answer = (leave: boolean) => {
    setQuestion(null)
    question.answer(leave)
  }
  return (
    <ConfirmDialog open onOpenChange={(open) => !open && answer(false)} title={text(routeStrings.leaveTitle, { count: question.count })} description={routeStrings.leaveWords}
      confirmLabel={routeStrings.leaveConfirm} cancelLabel={routeStrings.leaveCancel} onConfirm={() => answer(true)} />
  )
}
