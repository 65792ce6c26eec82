import type { Migration } from '../migration.ts'

/** A version that nobody is told of, as its uploader asked. */
export const quietVersions: Migration = {
  name: '0042-quiet-versions',
  async up(db) {
    for (const table of ['uploads', 'versions'])
      await db.schema
        .alterTable(table)
        .addColumn('is_quiet', 'integer', (c) => c.notNull().defaultTo(0))
        .execute()
  },
}
