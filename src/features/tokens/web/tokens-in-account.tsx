import { profileStrings } from '#features/account/web/profile.strings.ts'
import type { AccountPartAddition } from '#features/account/web/account-points.ts'
import { lazyPanel } from '#web/ui/lazy-part.tsx'

const TokensSection = lazyPanel(() => import('./TokensSection.tsx'))

export function useTokensInAccount(): AccountPartAddition {
  return { name: 'tokens', label: profileStrings.parts.tokens, content: <TokensSection /> }
}
