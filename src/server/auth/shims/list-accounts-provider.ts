import { at } from './auth-hook.ts'

/** S14: an account's `provider` (section 7), which 1.7 calls `providerId`. Both are answered. */
export const listAccountsProvider = at(['/list-accounts'], async (context) => {
  const { returned } = context.context
  if (!Array.isArray(returned)) return
  return context.json(
    returned.map((account: Readonly<Record<string, unknown>>) => ({ ...account, provider: account['providerId'] })),
  )
})
