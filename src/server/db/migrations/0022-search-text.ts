import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/**
 * Normalized texts for search. On SQLite we register the function each time the database is opened; PostgreSQL stores
 * it.
 */
export const searchText: Migration = {
  name: '0022-search-text',
  async up(db, { engine }) {
    if (engine !== 'postgres') return
    // A database without Unicode has no accents to remove.
    await sql
      .raw(
        String.raw`create function fold_text(text) returns text language sql immutable parallel safe as $$
      select case when getdatabaseencoding() = 'UTF8'
        then lower(normalize(regexp_replace(normalize($1, NFD), '[\u0300-\u036F]', '', 'g'), NFC))
        else lower($1) end
    $$`,
      )
      .execute(db)
  },
}
