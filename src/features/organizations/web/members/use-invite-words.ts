import { useQuery } from '@tanstack/react-query'
import { serverFactsQuery } from '#features/account/web/account.client.ts'
import { text } from '#web/i18n/text.ts'
import { madeInviteStrings } from './made-invites.strings.ts'

interface InviteWords {
  /** For a number of new invites; `mailed` is used if they were sent by mail. */
  made(count: number, mailed?: string): string
  /** For an invite that was sent again. */
  again(email: string, mailed: string): string
}

/** Without a mail server nothing is sent: the texts ask the user to pass on the links. */
export function useInviteWords(): InviteWords {
  const { data: facts } = useQuery(serverFactsQuery)
  const isMailed = facts?.mail !== false
  return {
    made: (count, mailed = text(madeInviteStrings.sent, { count })) =>
      isMailed ? mailed : `${text(madeInviteStrings.ready, { count })} ${madeInviteStrings.passOn}`,
    again: (email, mailed) => (isMailed ? mailed : text(madeInviteStrings.passOnAgain, { email })),
  }
}
