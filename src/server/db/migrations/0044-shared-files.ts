import type { Migration } from '../migration.ts'

/** Links that show the project’s files. */
export const sharedFiles: Migration = {
  name: '0044-shared-files',
  async up(db) {
    await db.schema
      .alterTable('shares')
      .addColumn('may_files', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  },
}
