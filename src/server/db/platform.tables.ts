import type { Generated } from 'kysely'
import type { Instant } from '#shared/units.ts'

/** Written by Better Auth; lists only the columns that other code may read. */
export interface UserTable {
  id: string
  name: string
  email: string
  emailVerified: boolean | number
  image: string | null
  username: string | null
  displayUsername: string | null
  createdAt: Date | string
  updatedAt: Date | string
  disabledAt: Date | string | null
  emailChangedAt: Date | string | null
  /** When the owner last took the account back: by a password reset, an undone address change or a verified mailbox. */
  takenOverAt: Generated<Instant | null>
  /** Written at most once every few minutes. */
  lastSeenAt: Generated<Instant | null>
}

export interface StandingTable {
  user_id: string
  is_admin: number
}

/** Tries since `started_at`. */
export interface LimitTable {
  key: string
  count: number
  started_at: Instant
}

/** `value` is JSON in the shape that the account's contract gives for `key`. */
export interface UserSettingTable {
  user_id: string
  key: string
  value: string
}

/** Settings that an admin changed at run time; they override the configuration. */
export interface ServerSettingTable {
  key: string
  value: string
}

/** What a user agreed to delete together with the account. */
export interface AccountFarewellTable {
  user_id: string
  /** JSON: `{ projectIds, organizationIds }`. */
  refs: string
  confirmed_at: Instant
}

export interface StreamTable {
  id: string
  seq: number
  /** 1 until the consumers have processed its last event. */
  inbox_news: Generated<number>
  webhook_news: Generated<number>
}

export interface EventTable {
  stream_id: string
  seq: number
  kind: string
  actor_id: string | null
  at: Instant
  /** JSON object of ids. */
  refs: string
}

export type JobState = 'ready' | 'active' | 'done' | 'dead'

export interface JobTable {
  id: string
  kind: string
  /** JSON, parsed with the schema of the job's kind. */
  payload: string
  /** Set while the job is ready or active, so that the same work is queued once. */
  unique_key: string | null
  project_id: string | null
  state: JobState
  attempts: number
  max_attempts: number
  run_at: Instant
  lease_id: string | null
  lease_until: Instant | null
  last_error: string | null
  created_at: Instant
  finished_at: Instant | null
}

/** The answer to a POST with an Idempotency-Key. `body` is null while the request is running. */
export interface AnswerTable {
  actor_id: string
  key: string
  request: string
  body: string | null
  created_at: Instant
}

/** The audit log: who did what, and from where. Ids, never content. */
export interface AuditTable {
  id: string
  at: Instant
  kind: string
  /** A user, or a guest of a share link; null if the request was not authenticated. */
  actor_id: string | null
  address: string
  organization_id: string | null
  project_id: string | null
  /** The account that was acted on, or that a sign-in tried. */
  subject_id: string | null
  /** JSON object of further ids and fixed texts, such as a role. */
  refs: string
}

/** The size of files generated from a project's bounces, at the last count. */
export interface StorageUseTable {
  project_id: string
  derived_bytes: number
  derived_files: number
  measured_at: Instant
}

/** The total size allowed to an organization's projects; 0 means no limit. Without a row the configuration applies. */
export interface OrganizationQuotaTable {
  organization_id: string
  bytes: number
}

export interface MigrationTable {
  name: string
  at: Instant
}

/** Written by Better Auth. */
export interface SessionTable {
  id: string
  token: string
  userId: string
  expiresAt: Date | string
  createdAt: Date | string
  updatedAt: Date | string
  ipAddress: string | null
  userAgent: string | null
  activeOrganizationId: string | null
  activeTeamId: string | null
}

/** Written by Better Auth: a sign-in method. The columns of its tokens are not listed. */
export interface AccountTable {
  id: string
  userId: string
  providerId: string
  accountId: string
  /** The password hash; set only for the provider `credential`. */
  password: string | null
}

/** Written by Better Auth: values to verify later, such as the state of a social sign-in. */
export interface VerificationTable {
  id: string
  identifier: string
  value: string
  expiresAt: Date | string
  createdAt: Date | string
  updatedAt: Date | string
}

/** Written by Better Auth's organization plugin, with its column names. */
export interface OrganizationTable {
  id: string
  name: string
  slug: string
  logo: string | null
  createdAt: Date | string
  /** JSON object. */
  metadata: string | null
}

export interface MemberTable {
  id: string
  organizationId: string
  userId: string
  /** One or more of owner, admin, member, separated by commas. */
  role: string
  createdAt: Date | string
  /** Mirrors the first of the user's teams in this organization. */
  teamId: string | null
}

export interface TeamTable {
  id: string
  name: string
  organizationId: string
  memberCount: number
  createdAt: Date | string
  updatedAt: Date | string | null
}

export interface TeamMemberTable {
  id: string
  teamId: string
  userId: string
  createdAt: Date | string | null
}

export interface InvitationTable {
  /** Also the secret in the link. */
  id: string
  organizationId: string
  email: string
  role: string | null
  teamId: string | null
  status: string
  expiresAt: Date | string
  createdAt: Date | string
  inviterId: string
}
