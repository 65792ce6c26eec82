import type { ReactNode } from 'react'
import { definePoint } from '#web/extension/extension-point.ts'

/** A page of an organization, after its own, for those who may manage it. */
export interface OrganizationPartAddition {
  /** As the address says it. */
  readonly name: string
  readonly label: string
  readonly content: (organizationId: string) => ReactNode
}

export const organizationPartPoint = definePoint<undefined, OrganizationPartAddition>()
