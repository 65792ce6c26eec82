import type { Generated } from 'kysely'
import type { Instant, Seconds } from '#shared/units.ts'
import type { ShareWhat } from '../shares.contract.ts'

declare module '#server/db/tables.ts' {
  interface Tables {
    shares: ShareTable
    guests: GuestTable
    guest_plays: GuestPlayTable
    share_codes: ShareCodeTable
  }
}

export interface ShareTable {
  id: string
  project_id: string
  /** SHA-256 of the link's token, which is derived from the server's secret when it is shown. */
  token_hash: string
  /** Incremented by each rotation; changes the token. */
  generation: number
  /** Visits that began with another number must open the link again. */
  epoch: number
  kind: ShareWhat['kind']
  /** JSON array; null for all tracks of the project. */
  track_ids: string | null
  version_id: string | null
  latest_only: number
  may_comment: number
  may_see_notes: number
  may_approve: number
  may_download: number
  /** 0: downloads are MP3 only. */
  may_original: number
  may_upload: number
  may_files: number
  password_hash: string | null
  starts_at: Instant | null
  expires_at: Instant | null
  /** How many visitors may open it; null for any number. */
  most_opens: number | null
  /** JSON array in lower case: whom it is for, who get a code by mail; null for anyone. */
  addresses: string | null
  /** Visitors who opened it for the first time, members of the project left out. */
  visits: number
  person: string | null
  label: string
  message: string
  created_by: string | null
  created_at: Instant
  revoked_at: Instant | null
}

/** A guest of a share link: one browser, or one account, at one link. */
export interface GuestTable {
  id: string
  share_id: string
  /** SHA-256 of the browser's key, or of `user:` and the account's id. */
  key_hash: string
  epoch: number
  name: string | null
  user_id: string | null
  /** A member who views the link as a guest is not counted. */
  is_member: number
  opened: number
  /** Of the project's files, which belong to no track or to one. */
  file_downloads: Generated<number>
  created_at: Instant
  last_seen_at: Instant
  /** The account that claimed what was written here. */
  claimed_by: string | null
  claimed_at: Instant | null
}

/** The code that a visitor waits for, one at each link. */
export interface ShareCodeTable {
  share_id: string
  /** As of guests. */
  key_hash: string
  address_hash: string
  code_hash: string
  tries: number
  expires_at: Instant
}

export interface GuestPlayTable {
  guest_id: string
  track_id: string
  played: number
  furthest_seconds: Seconds
  downloads: number
}
