import { useQuery } from '@tanstack/react-query'
import { serverFactsQuery } from '#features/account/web/account.client.ts'
import { text } from '#web/i18n/text.ts'
import { madeInviteStrings } from './made-invites.strings.ts'

interface InviteWords {
  /** Of so many invites that were just made; `mailed` is what is said where they go by mail. */
  made(count: number, mailed?: string): string
  /** Of one that was asked for again. */
  again(email: string, mailed: string): string
}

/** Without a mail server nothing is on its way to anybody: whoever invites passes the links on. */
export function useInviteWords(): InviteWords {
  const { data: facts } = useQuery(serverFactsQuery)
  const isMailed = facts?.mail !== false
  return {
    made: (count, mailed = text(madeInviteStrings.sent, { count })) =>
      isMailed ? mailed : `${text(madeInviteStrings.ready, { count })} ${madeInviteStrings.passOn}`,
    again: (email, mailed) => (isMailed ? mailed : text(madeInviteStrings.passOnAgain, { email })),
  }
}
