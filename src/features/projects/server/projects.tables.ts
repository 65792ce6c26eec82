import type { Generated } from 'kysely'
import type { Role } from '#shared/roles.ts'
import type { Instant } from '#shared/units.ts'

declare module '#server/db/tables.ts' {
  interface Tables {
    projects: ProjectTable
    memberships: MembershipTable
    invites: InviteTable
    organization_targets: OrganizationTargetsTable
    covers: CoverTable
  }
}

export interface ProjectTable {
  id: string
  name: string
  description: string
  /** Two or three letters before a task's number, such as LT-41. */
  task_prefix: string
  organization_id: string | null
  /** If set, the organization gives access only to this team's members. */
  team_id: string | null
  /** The role of the organization's plain members; null gives none of them access. */
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
  /** Who moved it to the trash. */
  deleted_by: Generated<string | null>
  /** The quota in bytes; 0 for no limit, null for the configuration's. */
  quota_bytes: Generated<number | null>
  /** `DeliveryTargets` as JSON; null for the organization's, or the defaults. */
  targets: Generated<string | null>
  /** SHA-256 of its picture; null for the drawn one. */
  cover: Generated<string | null>
}

export interface MembershipTable {
  project_id: string
  user_id: string
  role: Role
  may_download: number
  /** The order of joining, which chooses the member's colour. */
  join_order: number
  joined_at: Instant
  removed_at: Instant | null
}

export interface InviteTable {
  /** Also the secret in the link. */
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
  /** Somebody with another address who has the link and asks to be let in. */
  asked_by: string | null
}

/** For its projects without targets of their own. */
export interface OrganizationTargetsTable {
  organization_id: string
  /** `DeliveryTargets` as JSON. */
  targets: string
  updated_at: Instant
}

/** A project's picture, or a track's. */
export interface CoverTable {
  id: string
  project_id: string
  track_id: string | null
  sha256: string
  media_type: 'image/jpeg' | 'image/png'
  /** Of the square, in pixels. */
  edge: number
  /** Base64. */
  data: string
  created_at: Instant
}
