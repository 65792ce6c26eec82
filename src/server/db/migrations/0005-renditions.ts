import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Renditions of versions: one row each, with the file beside the original. */
export const renditions: Migration = {
  name: '0005-renditions',
  async up(db, { engine, big, real }) {
    const table = db.schema.createTable('renditions')
    await (engine === 'sqlite' ? table.modifyEnd(sql`strict`) : table)
      .addColumn('version_id', 'text', (c) => c.notNull().references('versions.id').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('wish', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('fraction', real, (c) => c.notNull())
      .addColumn('size_bytes', big)
      .addColumn('sha256', 'text')
      .addColumn('sample_rate', 'integer')
      .addColumn('total_frames', big)
      .addColumn('clipped_samples', big)
      .addColumn('error', 'text')
      .addColumn('asked_at', big, (c) => c.notNull())
      .addColumn('made_at', big)
      .addPrimaryKeyConstraint('renditions_pk', ['version_id', 'name'])
      .execute()
  },
}
