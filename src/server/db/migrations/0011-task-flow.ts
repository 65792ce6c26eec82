import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Steps of tasks, version plans, and changelogs of versions. */
export const taskFlow: Migration = {
  name: '0011-task-flow',
  async up(db, { engine, big, real }) {
    const table = (name: string) => {
      const builder = db.schema.createTable(name)
      return engine === 'sqlite' ? builder.modifyEnd(sql`strict`) : builder
    }
    await table('task_items')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('task_id', 'text', (c) => c.notNull().references('tasks.id').onDelete('cascade'))
      .addColumn('text', 'text', (c) => c.notNull())
      .addColumn('position', real, (c) => c.notNull())
      .addColumn('done_at', big)
      .addColumn('created_at', big, (c) => c.notNull())
      .addColumn('deleted_at', big)
      .execute()
    await db.schema.createIndex('task_items_task').on('task_items').columns(['task_id', 'position']).execute()
    await table('version_starts')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('project_id', 'text', (c) => c.notNull().references('projects.id').onDelete('cascade'))
      .addColumn('track_id', 'text', (c) => c.notNull().references('tracks.id').onDelete('cascade'))
      .addColumn('started_by', 'text', (c) => c.notNull())
      .addColumn('started_at', big, (c) => c.notNull())
      .addColumn('cancelled_at', big)
      .addColumn('version_id', 'text', (c) => c.references('versions.id').onDelete('set null'))
      .addColumn('uploaded_at', big)
      .execute()
    // At most one per track, also for concurrent requests.
    await db.schema
      .createIndex('version_starts_open')
      .on('version_starts')
      .column('track_id')
      .unique()
      .where(sql.ref('cancelled_at'), 'is', null)
      .where(sql.ref('uploaded_at'), 'is', null)
      .execute()
    await db.schema.createIndex('version_starts_project').on('version_starts').column('project_id').execute()
    await table('version_start_items')
      .addColumn('start_id', 'text', (c) => c.notNull().references('version_starts.id').onDelete('cascade'))
      .addColumn('position', 'integer', (c) => c.notNull())
      .addColumn('task_id', 'text', (c) => c.references('tasks.id').onDelete('set null'))
      .addColumn('task_number', 'integer', (c) => c.notNull())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('ticked_at', big)
      .addColumn('ticked_by', 'text')
      .addPrimaryKeyConstraint('version_start_items_pk', ['start_id', 'position'])
      .execute()
    await db.schema.createIndex('version_start_items_task').on('version_start_items').column('task_id').execute()
    await table('version_changes')
      .addColumn('version_id', 'text', (c) => c.notNull().references('versions.id').onDelete('cascade'))
      .addColumn('position', 'integer', (c) => c.notNull())
      .addColumn('text', 'text', (c) => c.notNull())
      .addColumn('task_id', 'text', (c) => c.references('tasks.id').onDelete('set null'))
      .addColumn('task_number', 'integer')
      .addPrimaryKeyConstraint('version_changes_pk', ['version_id', 'position'])
      .execute()
    await db.schema.createIndex('version_changes_task').on('version_changes').column('task_id').execute()
    await db.schema.alterTable('uploads').addColumn('start_id', 'text').execute()
    await db.schema.alterTable('uploads').addColumn('start_done', 'text').execute()
  },
}
