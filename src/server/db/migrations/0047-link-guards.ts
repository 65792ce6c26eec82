import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Links that stop after a number of first visits, and links for given addresses, opened by a code by mail. */
export const linkGuards: Migration = {
  name: '0047-link-guards',
  async up(db, { engine, big }) {
    await db.schema.alterTable('shares').addColumn('most_opens', 'integer').execute()
    await db.schema
      .alterTable('shares')
      .addColumn('visits', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    await sql`update shares set visits =
      (select count(*) from guests where guests.share_id = shares.id and guests.is_member = 0)`.execute(db)
    await db.schema.alterTable('shares').addColumn('addresses', 'text').execute()
    const codes = db.schema.createTable('share_codes')
    await (engine === 'sqlite' ? codes.modifyEnd(sql`strict`) : codes)
      .addColumn('share_id', 'text', (c) => c.notNull().references('shares.id').onDelete('cascade'))
      .addColumn('key_hash', 'text', (c) => c.notNull())
      .addColumn('address_hash', 'text', (c) => c.notNull())
      .addColumn('code_hash', 'text', (c) => c.notNull())
      .addColumn('tries', 'integer', (c) => c.notNull())
      .addColumn('expires_at', big, (c) => c.notNull())
      .addPrimaryKeyConstraint('share_codes_pk', ['share_id', 'key_hash'])
      .execute()
  },
}
