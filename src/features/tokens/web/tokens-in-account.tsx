import type { AccountPartAddition } from '#features/account/web/account-points.ts'
import { profileStrings } from '#features/account/web/settings/profile.strings.ts'
import { lazyPanel } from '#web/ui/page/lazy-part.tsx'

const TokensSection = lazyPanel(() => import('./TokensSection.tsx'))

export function useTokensInAccount(): AccountPartAddition {
  return { name: 'tokens', label: profileStrings.parts.tokens, content: <TokensSection /> }
}
