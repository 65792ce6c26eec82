import type { ReactNode } from 'react'
import { definePoint } from '#web/extension/extension-point.ts'

/** A page of the account's settings, after the sessions. */
export interface AccountPartAddition {
  /** As the address says it. */
  readonly name: string
  readonly label: string
  readonly content: ReactNode
}

export const accountPartPoint = definePoint<undefined, AccountPartAddition>()
