import type { Me, ServerFacts } from '#features/account/account.contract.ts'

/** Props of a part of the account page. */
export interface AccountPartProps {
  readonly me: Me
  readonly facts: ServerFacts
}
