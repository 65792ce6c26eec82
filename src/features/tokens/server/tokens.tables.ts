import type { Instant } from '#shared/units.ts'

declare module '#server/db/tables.ts' {
  interface Tables {
    api_tokens: ApiTokenTable
  }
}

/** Immutable except for its last use, because its creator read what it may do. */
export interface ApiTokenTable {
  id: string
  user_id: string
  name: string
  /** SHA-256 of the token, which is not stored. */
  token_hash: string
  ending: string
  /** JSON array. */
  scopes: string
  /** JSON array; null for all projects of its user. */
  project_ids: string | null
  created_at: Instant
  expires_at: Instant | null
  last_used_at: Instant | null
}
