import type { Me, ServerFacts } from '#features/account/account.contract.ts'

/** What a part of the account page is told. */
export interface AccountPartProps {
  readonly me: Me
  readonly facts: ServerFacts
}
