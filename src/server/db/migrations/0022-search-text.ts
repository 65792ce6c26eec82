import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Texts as they are searched. SQLite gets the function from us at every opening; a server keeps its own. */
export const searchText: Migration = {
  name: '0022-search-text',
  async up(db, { engine }) {
    if (engine !== 'postgres') return
    // Where the database does not speak Unicode there are no accents to take off.
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
