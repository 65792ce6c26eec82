import type { Instant, Seconds } from '#shared/units.ts'
import type { ShareWhat } from '../shares.contract.ts'

declare module '#server/db/tables.ts' {
  interface Tables {
    shares: ShareTable
    guests: GuestTable
    guest_plays: GuestPlayTable
  }
}

export interface ShareTable {
  id: string
  project_id: string
  /** SHA-256 of the link's secret, which is made anew from the server's own whenever it is shown. */
  token_hash: string
  /** Counts the rotations: each has another secret. */
  generation: number
  /** Visits that began under another number must come through the door again. */
  epoch: number
  kind: ShareWhat['kind']
  /** JSON array; null for every track of the project. */
  track_ids: string | null
  version_id: string | null
  latest_only: number
  may_comment: number
  may_see_notes: number
  may_approve: number
  may_download: number
  may_upload: number
  password_hash: string | null
  starts_at: Instant | null
  expires_at: Instant | null
  person: string | null
  label: string
  message: string
  created_by: string | null
  created_at: Instant
  revoked_at: Instant | null
}

/** Somebody who came by a link: one browser, or one account, at one link. */
export interface GuestTable {
  id: string
  share_id: string
  /** SHA-256 of the browser's key, or `user:` and the account's id. */
  key_hash: string
  epoch: number
  name: string | null
  user_id: string | null
  /** A member looking at the link as guests see it is not counted. */
  is_member: number
  opened: number
  created_at: Instant
  last_seen_at: Instant
  /** The account that took over what was written here. */
  claimed_by: string | null
  claimed_at: Instant | null
}

export interface GuestPlayTable {
  guest_id: string
  track_id: string
  played: number
  furthest_seconds: Seconds
  downloads: number
}
