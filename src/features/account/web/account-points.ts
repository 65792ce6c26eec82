import type { ReactNode } from 'react'
import { definePoint } from '#web/extension/extension-point.ts'

/** A page in the account settings, after the sessions page. */
export interface AccountPartAddition {
  /** The page's name in the URL. */
  readonly name: string
  readonly label: string
  readonly content: ReactNode
}

export const accountPartPoint = definePoint<undefined, AccountPartAddition>()
