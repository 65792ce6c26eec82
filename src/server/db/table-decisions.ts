import type { PlatformTables, Tables } from './tables.ts'

export type TableName = keyof Tables & string

/** How a table's rows belong to a project: by its own id, or through a row of another table. */
export type Belongs = 'itself' | 'project_id' | 'stream' | { readonly column: string; readonly in: TableName }

/** What must be decided about each table. */
export interface TableDecision {
  /**
   * How a project's export selects its rows, or that they are left out: what can be regenerated, what concerns one
   * server only, and what grants access.
   */
  readonly export: Belongs | 'left-behind'
  /** A table of a later feature that its rows refer to: an import loads that table first. */
  readonly after?: TableName
  /** The parts of a user's data export that include this table, or why none does. */
  readonly ownData: readonly string[] | { readonly none: string }
}

const machinery = { none: 'the server’s own work, of nobody' } as const

/** `rateLimit` was created for Better Auth's own limiter, which is switched off. */
export const platformTables: Readonly<Record<keyof PlatformTables | 'rateLimit', TableDecision>> = {
  user: { export: 'left-behind', ownData: ['profile'] },
  session: { export: 'left-behind', ownData: ['sessions'] },
  account: { export: 'left-behind', ownData: ['waysToSignIn'] },
  verification: { export: 'left-behind', ownData: { none: 'links under way, each of which opens a door' } },
  organization: { export: 'left-behind', ownData: ['organizations'] },
  member: { export: 'left-behind', ownData: ['organizations'] },
  team: { export: 'left-behind', ownData: ['organizations'] },
  teamMember: { export: 'left-behind', ownData: ['organizations'] },
  invitation: {
    export: 'left-behind',
    ownData: { none: 'each opens a door, and names an address of somebody else' },
  },
  limits: { export: 'left-behind', ownData: { none: 'counts of tries, for hours' } },
  rateLimit: { export: 'left-behind', ownData: machinery },
  server_settings: { export: 'left-behind', ownData: machinery },
  user_settings: { export: 'left-behind', ownData: ['settings', 'notifications'] },
  account_farewells: {
    export: 'left-behind',
    ownData: { none: 'what is agreed to go with the account, for a day; it is told under projects and organizations' },
  },
  standings: { export: 'left-behind', ownData: ['profile'] },
  streams: { export: 'stream', ownData: machinery },
  events: { export: 'stream', ownData: { none: 'ids alone; what they point at is told where it stands' } },
  jobs: { export: 'left-behind', ownData: machinery },
  answers: { export: 'left-behind', ownData: { none: 'copies of answers to their own requests, for a day or two' } },
  audit: { export: 'left-behind', ownData: ['logged'] },
  storage_use: { export: 'left-behind', ownData: machinery },
  organization_quotas: { export: 'left-behind', ownData: machinery },
  migrations: { export: 'left-behind', ownData: machinery },
}
