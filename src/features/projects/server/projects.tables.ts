import type { Generated } from 'kysely'
import type { Role } from '#shared/roles.ts'
import type { Instant } from '#shared/units.ts'

declare module '#server/db/tables.ts' {
  interface Tables {
    projects: ProjectTable
    memberships: MembershipTable
    invites: InviteTable
  }
}

export interface ProjectTable {
  id: string
  name: string
  description: string
  /** Two or three letters before a task's number, as in LT-41. */
  task_prefix: string
  organization_id: string | null
  /** Where one is named, only its members are let in by the organization. */
  team_id: string | null
  /** What plain members of the organization may do; null lets in none of them. */
  organization_role: Role | null
  organization_may_download: Generated<number>
  last_task_number: number
  last_member_order: number
  last_version_sequence: number
  created_by: string | null
  created_at: Instant
  updated_at: Instant
  archived_at: Instant | null
  deleted_at: Instant | null
  /** Who put it into the trash. */
  deleted_by: Generated<string | null>
  /** Bytes it may hold; 0 for no limit, null for what the configuration says. */
  quota_bytes: Generated<number | null>
}

export interface MembershipTable {
  project_id: string
  user_id: string
  role: Role
  may_download: number
  /** Order of joining; picks the person's colour. */
  join_order: number
  joined_at: Instant
  removed_at: Instant | null
}

export interface InviteTable {
  /** Also the link's secret. */
  id: string
  project_id: string
  role: Role
  may_download: number
  email: string | null
  created_by: string | null
  created_at: Instant
  expires_at: Instant
  max_uses: number | null
  uses: number
  revoked_at: Instant | null
}
