import type { Migration } from '../migration.ts'

/** Share links whose downloads are MP3 only. */
export const mp3Links: Migration = {
  name: '0043-mp3-links',
  async up(db) {
    await db.schema
      .alterTable('shares')
      .addColumn('may_original', 'integer', (c) => c.notNull().defaultTo(1))
      .execute()
  },
}
