import type { ReactNode } from 'react'
import { definePoint } from '#web/extension/extension-point.ts'

/** A page that a feature adds to an organization, after the built-in ones, for people who manage it. */
export interface OrganizationPartAddition {
  /** The page's name in the URL. */
  readonly name: string
  readonly label: string
  readonly content: (organizationId: string) => ReactNode
}

export const organizationPartPoint = definePoint<undefined, OrganizationPartAddition>()
