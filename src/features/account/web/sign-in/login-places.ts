import type { ReactNode } from 'react'
import type { ServerFacts } from '#features/account/account.contract.ts'

export type LoginView = 'sign-in' | 'create' | 'forgot' | 'link'

/** What an invite says around the forms. */
export interface InviteWords {
  /** Who invites to what; undefined if the invite no longer works. */
  readonly heading: string | undefined
  /** Below the heading: what it allows. */
  readonly words: ReactNode
  /** Beside the form, in place of the decoration. */
  readonly picture?: ReactNode
  /** At the foot of the page. */
  readonly until?: string | undefined
  /** The only address it is for, masked. */
  readonly address?: string | null
}

/** What every form before sign-in needs to know. */
export interface LoginPlace {
  readonly facts: ServerFacts
  /** Where to go after sign-in: a path on this origin. */
  readonly redirect: string
  /** The visitor's invite. */
  readonly inviteId?: string | undefined
  readonly invite?: InviteWords | undefined
  /** The server could not say whether somebody is signed in; it will be asked again. */
  readonly isUnsure: boolean
  readonly onView: (view: LoginView) => void
  /** Signed in: go to `redirect`. */
  readonly onSignedIn: () => void
}

/** Where a mailed link returns with an error. */
export function errorPlace(redirect: string): string {
  return redirect === '/' ? '/login' : `/login?${new URLSearchParams({ redirect })}`
}

/** Whether a visitor without a session comes from such a link. */
export function comesConfirmed(redirect: string): boolean {
  return /[?&]mail=verified(&|$)/.test(redirect)
}
