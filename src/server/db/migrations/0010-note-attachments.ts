import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Files attached to notes and replies: images, recordings, spoken notes, any type. */
export const noteAttachments: Migration = {
  name: '0010-note-attachments',
  async up(db, { engine, big, real }) {
    const builder = db.schema.createTable('note_attachments')
    await (engine === 'sqlite' ? builder.modifyEnd(sql`strict`) : builder)
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('project_id', 'text', (c) => c.notNull().references('projects.id').onDelete('cascade'))
      .addColumn('track_id', 'text', (c) => c.notNull().references('tracks.id').onDelete('cascade'))
      .addColumn('note_id', 'text', (c) => c.references('notes.id').onDelete('cascade'))
      .addColumn('author_id', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('file_name', 'text', (c) => c.notNull())
      .addColumn('media_type', 'text', (c) => c.notNull())
      .addColumn('size_bytes', big, (c) => c.notNull())
      .addColumn('sha256', 'text', (c) => c.notNull())
      .addColumn('storage_key', 'text', (c) => c.notNull())
      .addColumn('duration_seconds', real)
      .addColumn('levels', 'text')
      .addColumn('position', 'integer', (c) => c.notNull())
      .addColumn('created_at', big, (c) => c.notNull())
      .execute()
    await db.schema
      .createIndex('note_attachments_note')
      .on('note_attachments')
      .columns(['note_id', 'created_at'])
      .execute()
  },
}
