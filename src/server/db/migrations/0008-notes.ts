import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Notes on tracks with replies, reactions and mentions, and the note that a task came from. */
export const notes: Migration = {
  name: '0008-notes',
  async up(db, { engine, big, real }) {
    const table = (name: string) => {
      const builder = db.schema.createTable(name)
      return engine === 'sqlite' ? builder.modifyEnd(sql`strict`) : builder
    }
    await table('notes')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('project_id', 'text', (c) => c.notNull().references('projects.id').onDelete('cascade'))
      .addColumn('track_id', 'text', (c) => c.notNull().references('tracks.id').onDelete('cascade'))
      .addColumn('version_id', 'text', (c) => c.notNull().references('versions.id').onDelete('cascade'))
      .addColumn('parent_id', 'text', (c) => c.references('notes.id').onDelete('cascade'))
      .addColumn('from_seconds', real, (c) => c.notNull())
      .addColumn('to_seconds', real)
      .addColumn('body', 'text', (c) => c.notNull())
      .addColumn('author_id', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('fixed_in', 'text', (c) => c.references('versions.id').onDelete('set null'))
      .addColumn('fixed_by', 'text')
      .addColumn('created_at', big, (c) => c.notNull())
      .addColumn('edited_at', big)
      .addColumn('deleted_at', big)
      .execute()
    await db.schema.createIndex('notes_track').on('notes').columns(['track_id', 'created_at']).execute()
    await db.schema.createIndex('notes_project').on('notes').columns(['project_id', 'state']).execute()
    await db.schema.createIndex('notes_parent').on('notes').column('parent_id').execute()
    await table('note_reactions')
      .addColumn('note_id', 'text', (c) => c.notNull().references('notes.id').onDelete('cascade'))
      .addColumn('user_id', 'text', (c) => c.notNull())
      .addColumn('emoji', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('note_reactions_pk', ['note_id', 'user_id', 'emoji'])
      .execute()
    await table('note_mentions')
      .addColumn('note_id', 'text', (c) => c.notNull().references('notes.id').onDelete('cascade'))
      .addColumn('user_id', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('note_mentions_pk', ['note_id', 'user_id'])
      .execute()
    await db.schema
      .alterTable('tasks')
      .addColumn('note_id', 'text', (c) => c.references('notes.id').onDelete('set null'))
      .execute()
    await db.schema.createIndex('tasks_note').on('tasks').column('note_id').execute()
  },
}
