import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Files of a project that are not bounces, with their versions; and uploads that become one. */
export const projectFiles: Migration = {
  name: '0039-files',
  async up(db, { engine, big }) {
    const files = db.schema.createTable('project_files')
    await (engine === 'sqlite' ? files.modifyEnd(sql`strict`) : files)
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('project_id', 'text', (c) => c.notNull().references('projects.id').onDelete('cascade'))
      .addColumn('track_id', 'text', (c) => c.references('tracks.id').onDelete('set null'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('name_key', 'text', (c) => c.notNull())
      .addColumn('audience', 'text', (c) => c.notNull())
      .addColumn('last_version_number', 'integer', (c) => c.notNull())
      .addColumn('created_by', 'text', (c) => c.notNull())
      .addColumn('created_at', big, (c) => c.notNull())
      .addColumn('updated_at', big, (c) => c.notNull())
      .addColumn('deleted_at', big)
      .addColumn('deleted_by', 'text')
      .execute()
    // Two uploads of one name that end at once become versions of one file.
    await sql`
      create unique index project_files_name on project_files (project_id, name_key) where deleted_at is null
    `.execute(db)
    await db.schema.createIndex('project_files_track').on('project_files').column('track_id').execute()
    await db.schema.createIndex('project_files_deleted').on('project_files').column('deleted_at').execute()

    const versions = db.schema.createTable('file_versions')
    await (engine === 'sqlite' ? versions.modifyEnd(sql`strict`) : versions)
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('file_id', 'text', (c) => c.notNull().references('project_files.id').onDelete('cascade'))
      .addColumn('project_id', 'text', (c) => c.notNull().references('projects.id').onDelete('cascade'))
      .addColumn('number', 'integer', (c) => c.notNull())
      .addColumn('file_name', 'text', (c) => c.notNull())
      .addColumn('size_bytes', big, (c) => c.notNull())
      .addColumn('sha256', 'text', (c) => c.notNull())
      .addColumn('storage_key', 'text', (c) => c.notNull())
      .addColumn('preview', 'text')
      .addColumn('media_type', 'text', (c) => c.notNull())
      .addColumn('note', 'text', (c) => c.notNull())
      .addColumn('uploaded_by', 'text', (c) => c.notNull())
      .addColumn('created_at', big, (c) => c.notNull())
      .execute()
    await db.schema
      .createIndex('file_versions_file')
      .on('file_versions')
      .columns(['file_id', 'number'])
      .unique()
      .execute()
    await db.schema.createIndex('file_versions_project').on('file_versions').column('project_id').execute()
    await db.schema.createIndex('file_versions_key').on('file_versions').column('storage_key').execute()

    await db.schema
      .alterTable('uploads')
      .addColumn('destination', 'text', (c) => c.notNull().defaultTo('track'))
      .execute()
    await db.schema.alterTable('uploads').addColumn('file_id', 'text').execute()
    await db.schema.alterTable('uploads').addColumn('audience', 'text').execute()
  },
}
