import type { Migration } from '../migration.ts'

/** What people say of a track's tempo (JSON) and key, null for what is measured; and which analysis read a version. */
export const tempoAndKey: Migration = {
  name: '0036-tempo-and-key',
  async up(db) {
    await db.schema.alterTable('tracks').addColumn('tempo', 'text').execute()
    await db.schema.alterTable('tracks').addColumn('musical_key', 'text').execute()
    await db.schema
      .alterTable('versions')
      .addColumn('analysis_version', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema
      .createIndex('versions_analysis')
      .on('versions')
      .columns(['analysis_version', 'created_at'])
      .execute()
  },
}
