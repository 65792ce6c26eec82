import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Users' own settings, available on all their devices. */
export const userSettings: Migration = {
  name: '0007-user-settings',
  async up(db, { engine }) {
    const builder = db.schema
      .createTable('user_settings')
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('key', 'text', (c) => c.notNull())
      .addColumn('value', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('user_settings_key', ['user_id', 'key'])
    await (engine === 'sqlite' ? builder.modifyEnd(sql`strict`) : builder).execute()
  },
}
