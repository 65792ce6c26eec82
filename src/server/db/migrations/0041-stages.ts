import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** The tracking sheet: a project's stages, and what is said about each track in each. */
export const stages: Migration = {
  name: '0041-stages',
  async up(db, { engine, big }) {
    const created = (name: string) => {
      const builder = db.schema.createTable(name)
      return engine === 'sqlite' ? builder.modifyEnd(sql`strict`) : builder
    }
    await created('stages')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('project_id', 'text', (c) => c.notNull().references('projects.id').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('position', 'integer', (c) => c.notNull())
      .addColumn('created_at', big, (c) => c.notNull())
      .addColumn('deleted_at', big)
      .execute()
    await db.schema.createIndex('stages_project').on('stages').column('project_id').execute()
    await created('stage_cells')
      .addColumn('stage_id', 'text', (c) => c.notNull().references('stages.id').onDelete('cascade'))
      .addColumn('track_id', 'text', (c) => c.notNull().references('tracks.id').onDelete('cascade'))
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('assignee_id', 'text', (c) => c.references('user.id').onDelete('set null'))
      .addColumn('due_on', 'text')
      .addColumn('note', 'text', (c) => c.notNull())
      .addColumn('updated_at', big, (c) => c.notNull())
      .addPrimaryKeyConstraint('stage_cells_key', ['stage_id', 'track_id'])
      .execute()
    await db.schema.createIndex('stage_cells_track').on('stage_cells').column('track_id').execute()
    await db.schema.createIndex('stage_cells_assignee').on('stage_cells').column('assignee_id').execute()
  },
}
