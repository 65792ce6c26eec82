import type { Instant } from '#shared/units.ts'

declare module '#server/db/tables.ts' {
  interface Tables {
    api_tokens: ApiTokenTable
  }
}

/** Never changed once it is made, but for when it was last used: what it may is what its maker read. */
export interface ApiTokenTable {
  id: string
  user_id: string
  name: string
  /** SHA-256 of the token, which is kept nowhere. */
  token_hash: string
  ending: string
  /** JSON array. */
  scopes: string
  /** JSON array; null for every project of its person. */
  project_ids: string | null
  created_at: Instant
  expires_at: Instant | null
  last_used_at: Instant | null
}
