import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { meQuery, readSessionAgain } from '#features/account/web/account.client.ts'
import { text } from '#web/i18n/text.ts'
import { toast } from '#web/ui/toast-store.ts'
import { mainStrings } from './main.strings.ts'

/** A mailed link or a provider leads here with what became of it in the address: it is told once and taken out. */
export function useTellLink(): void {
  const { error, mail } = useSearch({ from: '/main' })
  const navigate = useNavigate()
  const queries = useQueryClient()
  useEffect(() => {
    if (error === undefined && mail === undefined) return
    void (error === undefined ? tellConfirmed(queries) : tellError(error))
    void navigate({ to: '.', search: (search) => ({ ...search, error: undefined, mail: undefined }), replace: true })
  }, [error, mail, navigate, queries])
}

async function tellError(code: string): Promise<void> {
  const { linkErrorWords } = await import('#features/account/web/link-words.ts')
  toast({ tone: 'error', text: linkErrorWords(code) })
}

/** The first link of a change leads to an address that is yet to be confirmed; the account itself says which it was. */
async function tellConfirmed(queries: QueryClient): Promise<void> {
  await readSessionAgain(queries)
  const { email, emailVerified } = await queries.fetchQuery({ ...meQuery, staleTime: 0 })
  toast({ text: text(emailVerified ? mainStrings.emailConfirmed : mainStrings.emailToConfirm, { email }) })
}
