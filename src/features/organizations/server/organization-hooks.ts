import type { AliasedExpression } from 'kysely'
import type { Db } from '#server/db/open-database.ts'
import { defineHook } from '#server/hooks.ts'
import type { OrganizationProject, OrganizationStorage } from '../organizations.contract.ts'
import type { OrganizationScope } from './organizations.scope.ts'

export interface PageOfProjects {
  readonly items: OrganizationProject[]
  readonly nextCursor: string | null
}

/** The latest changed first: all of them to those who manage, to others those whose grant or team reaches them. */
export const organizationProjects = defineHook<
  [scope: OrganizationScope, asked: { readonly cursor?: string | undefined; readonly limit: number }],
  PageOfProjects
>('organization.projects')

/** Subselects beside a row of `organization`, so that a list of them stays one read. */
export const projectCount = defineHook<[db: Db], readonly AliasedExpression<number | null, 'project_count'>[]>(
  'organization.project_count',
)

/** What its projects take, the largest first, `most` of them. */
export const storageOfProjects = defineHook<
  [db: Db, organizationId: string, most: number],
  OrganizationStorage['projects']
>('organization.storage')
