import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Differences between two versions, and spectrograms: made on request and kept. */
export const comparisons: Migration = {
  name: '0006-comparisons',
  async up(db, { engine, big }) {
    const table = (name: string) => {
      const builder = db.schema.createTable(name)
      return engine === 'sqlite' ? builder.modifyEnd(sql`strict`) : builder
    }
    await table('comparisons')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('project_id', 'text', (c) => c.notNull().references('projects.id').onDelete('cascade'))
      .addColumn('version_a', 'text', (c) => c.notNull().references('versions.id').onDelete('cascade'))
      .addColumn('version_b', 'text', (c) => c.notNull().references('versions.id').onDelete('cascade'))
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('result', 'text')
      .addColumn('error', 'text')
      .addColumn('created_at', big, (c) => c.notNull())
      .addUniqueConstraint('comparisons_pair', ['version_a', 'version_b'])
      .execute()
    await db.schema.createIndex('comparisons_version_b').on('comparisons').column('version_b').execute()
    await db.schema.createIndex('comparisons_project').on('comparisons').column('project_id').execute()
    await table('spectrograms')
      .addColumn('version_id', 'text', (c) => c.notNull().references('versions.id').onDelete('cascade'))
      .addColumn('channels', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('spectrograms_pk', ['version_id', 'channels'])
      .execute()
  },
}
