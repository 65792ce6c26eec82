import type { AliasedExpression } from 'kysely'
import type { Db } from '#server/db/open-database.ts'
import { defineHook } from '#server/hooks.ts'
import type { OrganizationProject, OrganizationStorage } from '../organizations.contract.ts'
import type { OrganizationScope } from './organizations.scope.ts'

export interface PageOfProjects {
  readonly items: OrganizationProject[]
  readonly nextCursor: string | null
}

/**
 * Most recently changed first: all projects for those who manage the organization, for others those that a grant or
 * team opens.
 */
export const organizationProjects = defineHook<
  [scope: OrganizationScope, asked: { readonly cursor?: string | undefined; readonly limit: number }],
  PageOfProjects
>('organization.projects')

/** Subselects for a row of `organization`, so that a list stays one read. */
export const projectCount = defineHook<[db: Db], readonly AliasedExpression<number | null, 'project_count'>[]>(
  'organization.project_count',
)

/** Storage used by its projects, the `most` largest. */
export const storageOfProjects = defineHook<
  [db: Db, organizationId: string, most: number],
  OrganizationStorage['projects']
>('organization.storage')
