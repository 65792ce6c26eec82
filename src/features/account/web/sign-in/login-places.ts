import type { ReactNode } from 'react'
import type { ServerFacts } from '#features/account/account.contract.ts'

export type LoginView = 'sign-in' | 'create' | 'forgot' | 'link'

/** What every form before sign-in needs to know of its page. */
export interface LoginPlace {
  readonly facts: ServerFacts
  /** Where to go once signed in: a path on this origin. */
  readonly redirect: string
  /** The invite that the visitor came with. */
  readonly inviteId?: string | undefined
  /** Under the heading: who invites to what. */
  readonly destination?: ReactNode
  /** The server could not say whether somebody is signed in; it is asked again. */
  readonly isUnsure: boolean
  readonly onView: (view: LoginView) => void
  /** The session stands: on to `redirect`. */
  readonly onSignedIn: () => void
}

/** Where a mailed link shall come back to with its error. */
export function errorPlace(redirect: string): string {
  return redirect === '/' ? '/login' : `/login?${new URLSearchParams({ redirect })}`
}

/** Whether somebody who has yet to sign in comes from such a link. */
export function comesConfirmed(redirect: string): boolean {
  return /[?&]mail=verified(&|$)/.test(redirect)
}
