import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Pictures of projects and tracks, as base64; the rows they belong to carry their hash. */
export const covers: Migration = {
  name: '0038-covers',
  async up(db, { engine, big }) {
    await db.schema.alterTable('projects').addColumn('cover', 'text').execute()
    await db.schema.alterTable('tracks').addColumn('cover', 'text').execute()
    const builder = db.schema.createTable('covers')
    await (engine === 'sqlite' ? builder.modifyEnd(sql`strict`) : builder)
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('project_id', 'text', (c) => c.notNull().references('projects.id').onDelete('cascade'))
      .addColumn('track_id', 'text', (c) => c.references('tracks.id').onDelete('cascade'))
      .addColumn('sha256', 'text', (c) => c.notNull())
      .addColumn('media_type', 'text', (c) => c.notNull())
      .addColumn('edge', 'integer', (c) => c.notNull())
      .addColumn('data', 'text', (c) => c.notNull())
      .addColumn('created_at', big, (c) => c.notNull())
      .execute()
    await db.schema.createIndex('covers_project').on('covers').columns(['project_id', 'track_id']).execute()
  },
}
