import type { Generated } from 'kysely'
import type { Instant } from '#shared/units.ts'

/** Written by Better Auth; only what others may read of a person is named here. */
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
  /** When it last went back to its owner: by a reset password, an undone change of address, a proven mailbox. */
  takenOverAt: Generated<Instant | null>
  /** Written at most once in a few minutes. */
  lastSeenAt: Generated<Instant | null>
}

export interface StandingTable {
  user_id: string
  is_admin: number
}

/** How often something was tried since `started_at`. */
export interface LimitTable {
  key: string
  count: number
  started_at: Instant
}

/** `value` is JSON, as the account's contract has it for `key`. */
export interface UserSettingTable {
  user_id: string
  key: string
  value: string
}

/** What an admin has set while the server runs; it goes before the configuration. */
export interface ServerSettingTable {
  key: string
  value: string
}

/** What somebody agreed to lose together with the account. */
export interface AccountFarewellTable {
  user_id: string
  /** JSON: `{ projectIds, organizationIds }`. */
  refs: string
  confirmed_at: Instant
}

export interface StreamTable {
  id: string
  seq: number
  /** 1 while the followers have not worked on its last event. */
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
  /** JSON, parsed by the job's own schema. */
  payload: string
  /** Held while the job is ready or active, so that the same work is queued once. */
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

/** What a POST with an Idempotency-Key answered. `body` is null while it is being carried out. */
export interface AnswerTable {
  actor_id: string
  key: string
  request: string
  body: string | null
  created_at: Instant
}

/** Who did something of weight, and from where. Ids, never content. */
export interface AuditTable {
  id: string
  at: Instant
  kind: string
  /** A person, or a guest of a share link; null for whoever was not let in. */
  actor_id: string | null
  address: string
  organization_id: string | null
  project_id: string | null
  /** Whom it was done to, or tried as. */
  subject_id: string | null
  /** JSON object of further ids and words of ours, as the role that was given. */
  refs: string
}

/** What is made from a project's bounces, as it was when last counted. */
export interface StorageUseTable {
  project_id: string
  derived_bytes: number
  derived_files: number
  measured_at: Instant
}

/** How much the projects of an organization may hold together; 0 for no limit. Without a row the configuration says. */
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

/** Written by Better Auth: a way to sign in. Its tokens are not named here. */
export interface AccountTable {
  id: string
  userId: string
  providerId: string
  accountId: string
  /** The hash of the password, of the one whose provider is `credential`. */
  password: string | null
}

/** Written by Better Auth: whatever it must prove later, as the state of a social sign-in. */
export interface VerificationTable {
  id: string
  identifier: string
  value: string
  expiresAt: Date | string
  createdAt: Date | string
  updatedAt: Date | string
}

/** Organizations are written by Better Auth's plugin, in its own spelling. */
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
  /** One or more of owner, admin, member, with commas between. */
  role: string
  createdAt: Date | string
  /** Mirrors the first of the person's teams here. */
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
  /** Also the link's secret. */
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
