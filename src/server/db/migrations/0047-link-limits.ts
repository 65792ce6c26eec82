import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Links that stop after a number of first visits. */
export const linkLimits: Migration = {
  name: '0047-link-limits',
  async up(db) {
    await db.schema.alterTable('shares').addColumn('most_opens', 'integer').execute()
    await db.schema
      .alterTable('shares')
      .addColumn('visits', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    await sql`update shares set visits =
      (select count(*) from guests where guests.share_id = shares.id and guests.is_member = 0)`.execute(db)
  },
}
