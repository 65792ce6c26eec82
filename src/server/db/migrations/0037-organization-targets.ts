import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** What the files of an organization's projects should be, as JSON, for projects that set no targets themselves. */
export const organizationTargets: Migration = {
  name: '0037-organization-targets',
  async up(db, { engine, big }) {
    const builder = db.schema.createTable('organization_targets')
    await (engine === 'sqlite' ? builder.modifyEnd(sql`strict`) : builder)
      .addColumn('organization_id', 'text', (c) => c.primaryKey().references('organization.id').onDelete('cascade'))
      .addColumn('targets', 'text', (c) => c.notNull())
      .addColumn('updated_at', big, (c) => c.notNull())
      .execute()
  },
}
