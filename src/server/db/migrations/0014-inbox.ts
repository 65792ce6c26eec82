import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Notifications made from events, the cursors of that, and muted projects. Earlier events make no notifications. */
export const inbox: Migration = {
  name: '0014-inbox',
  async up(db, { engine, big }) {
    const table = (name: string) => {
      const builder = db.schema.createTable(name)
      return engine === 'sqlite' ? builder.modifyEnd(sql`strict`) : builder
    }
    await table('notifications')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('stream_id', 'text', (c) => c.notNull())
      .addColumn('seq', big, (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('project_id', 'text', (c) => c.notNull().references('projects.id').onDelete('cascade'))
      .addColumn('actor_id', 'text')
      .addColumn('track_id', 'text', (c) => c.references('tracks.id').onDelete('cascade'))
      .addColumn('version_id', 'text', (c) => c.references('versions.id').onDelete('cascade'))
      .addColumn('note_id', 'text', (c) => c.references('notes.id').onDelete('cascade'))
      .addColumn('said_id', 'text', (c) => c.references('notes.id').onDelete('cascade'))
      .addColumn('task_id', 'text', (c) => c.references('tasks.id').onDelete('cascade'))
      .addColumn('at', big, (c) => c.notNull())
      .addColumn('in_app', 'integer', (c) => c.notNull())
      .addColumn('read_at', big)
      .addColumn('mail', 'text', (c) => c.notNull())
      .addUniqueConstraint('notifications_once', ['user_id', 'stream_id', 'seq', 'kind'])
      .execute()
    await db.schema.createIndex('notifications_list').on('notifications').columns(['user_id', 'at', 'id']).execute()
    await db.schema
      .createIndex('notifications_mail')
      .on('notifications')
      .columns(['user_id', 'project_id', 'mail'])
      .execute()
    // Indexes for cascading deletes.
    for (const column of ['project_id', 'track_id', 'version_id', 'note_id', 'said_id', 'task_id'] as const)
      await db.schema.createIndex(`notifications_${column}`).on('notifications').column(column).execute()
    await table('inbox_cursors')
      .addColumn('stream_id', 'text', (c) => c.primaryKey())
      .addColumn('seq', big, (c) => c.notNull())
      .execute()
    await table('inbox_mutes')
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('project_id', 'text', (c) => c.notNull().references('projects.id').onDelete('cascade'))
      .addColumn('level', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('inbox_mutes_pk', ['user_id', 'project_id'])
      .execute()
    await sql`insert into inbox_cursors (stream_id, seq) select id, seq from streams where id like 'project:%'`.execute(
      db,
    )
  },
}
