import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** What a note is about and who may see it, each user's read position in a track's notes, and review rounds. */
export const noteDetails: Migration = {
  name: '0009-note-details',
  async up(db, { engine, big, real }) {
    const table = (name: string) => {
      const builder = db.schema.createTable(name)
      return engine === 'sqlite' ? builder.modifyEnd(sql`strict`) : builder
    }
    await table('note_rounds')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('project_id', 'text', (c) => c.notNull().references('projects.id').onDelete('cascade'))
      .addColumn('track_id', 'text', (c) => c.notNull().references('tracks.id').onDelete('cascade'))
      .addColumn('version_id', 'text', (c) => c.notNull().references('versions.id').onDelete('cascade'))
      .addColumn('number', 'integer', (c) => c.notNull())
      .addColumn('opened_by', 'text', (c) => c.notNull())
      .addColumn('opened_at', big, (c) => c.notNull())
      .addColumn('due_at', big)
      .addColumn('closed_by', 'text')
      .addColumn('closed_at', big)
      .execute()
    await db.schema
      .createIndex('note_rounds_number')
      .on('note_rounds')
      .columns(['track_id', 'number'])
      .unique()
      .execute()
    await table('note_sets')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('project_id', 'text', (c) => c.notNull().references('projects.id').onDelete('cascade'))
      .addColumn('round_id', 'text', (c) => c.notNull().references('note_rounds.id').onDelete('cascade'))
      .addColumn('author_id', 'text', (c) => c.notNull())
      .addColumn('author_name', 'text', (c) => c.notNull())
      .addColumn('sent_at', big, (c) => c.notNull())
      .addColumn('note_count', 'integer', (c) => c.notNull())
      .addColumn('content', 'text', (c) => c.notNull())
      .addColumn('sha256', 'text', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('note_sets_round').on('note_sets').columns(['round_id', 'sent_at']).execute()
    await table('note_drafts')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('project_id', 'text', (c) => c.notNull().references('projects.id').onDelete('cascade'))
      .addColumn('round_id', 'text', (c) => c.notNull().references('note_rounds.id').onDelete('cascade'))
      .addColumn('author_id', 'text', (c) => c.notNull())
      .addColumn('from_seconds', real, (c) => c.notNull())
      .addColumn('to_seconds', real)
      .addColumn('body', 'text', (c) => c.notNull())
      .addColumn('section', 'text')
      .addColumn('part', 'text')
      .addColumn('direction', 'text')
      .addColumn('visibility', 'text', (c) => c.notNull())
      .addColumn('created_at', big, (c) => c.notNull())
      .execute()
    await db.schema.createIndex('note_drafts_author').on('note_drafts').columns(['round_id', 'author_id']).execute()
    await table('note_seen')
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('track_id', 'text', (c) => c.notNull().references('tracks.id').onDelete('cascade'))
      .addColumn('seen_at', big, (c) => c.notNull())
      .addPrimaryKeyConstraint('note_seen_pk', ['user_id', 'track_id'])
      .execute()
    await db.schema.alterTable('notes').addColumn('section', 'text').execute()
    await db.schema.alterTable('notes').addColumn('part', 'text').execute()
    await db.schema.alterTable('notes').addColumn('direction', 'text').execute()
    await db.schema
      .alterTable('notes')
      .addColumn('visibility', 'text', (c) => c.notNull().defaultTo('everyone'))
      .execute()
    await db.schema
      .alterTable('notes')
      .addColumn('set_id', 'text', (c) => c.references('note_sets.id').onDelete('set null'))
      .execute()
    // Long lists are paged by their top-level notes, without replies.
    await db.schema
      .createIndex('notes_page')
      .on('notes')
      .columns(['track_id', 'parent_id', 'created_at', 'id'])
      .execute()
  },
}
