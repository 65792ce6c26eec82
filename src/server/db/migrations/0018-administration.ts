import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/**
 * The audit log, bytes of generated files, quotas of projects and organizations, and who moved a thing to the trash.
 */
export const administration: Migration = {
  name: '0018-administration',
  async up(db, { engine, big }) {
    const table = (name: string) => {
      const builder = db.schema.createTable(name)
      return engine === 'sqlite' ? builder.modifyEnd(sql`strict`) : builder
    }
    // No foreign keys: entries outlive the people and things they name.
    await table('audit')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('at', big, (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('actor_id', 'text')
      .addColumn('address', 'text', (c) => c.notNull())
      .addColumn('organization_id', 'text')
      .addColumn('project_id', 'text')
      .addColumn('subject_id', 'text')
      .addColumn('refs', 'text', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('audit_list').on('audit').columns(['at', 'id']).execute()
    await db.schema.createIndex('audit_organization').on('audit').columns(['organization_id', 'at', 'id']).execute()
    await table('storage_use')
      .addColumn('project_id', 'text', (c) => c.primaryKey().references('projects.id').onDelete('cascade'))
      .addColumn('derived_bytes', big, (c) => c.notNull())
      .addColumn('derived_files', 'integer', (c) => c.notNull())
      .addColumn('measured_at', big, (c) => c.notNull())
      .execute()
    await table('organization_quotas')
      .addColumn('organization_id', 'text', (c) => c.primaryKey().references('organization.id').onDelete('cascade'))
      .addColumn('bytes', big, (c) => c.notNull())
      .execute()
    await db.schema.alterTable('projects').addColumn('quota_bytes', big).execute()
    for (const one of ['projects', 'tracks', 'versions'] as const)
      await db.schema.alterTable(one).addColumn('deleted_by', 'text').execute()
    await db.schema.createIndex('note_attachments_project').on('note_attachments').columns(['project_id']).execute()
  },
}
