import type { Migration } from '../migration.ts'

/** One notification for the tracks that somebody approved together, and downloads of files by guests. */
export const albumsAndFilesOfGuests: Migration = {
  name: '0049-albums-and-files-of-guests',
  async up(db) {
    await db.schema
      .alterTable('notifications')
      .addColumn('tracks', 'integer', (c) => c.notNull().defaultTo(1))
      .execute()
    await db.schema
      .alterTable('guests')
      .addColumn('file_downloads', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  },
}
