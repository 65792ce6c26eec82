import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Browsers that receive pushes, deleted with their session, and notifications waiting to be pushed. */
export const pushDevices: Migration = {
  name: '0020-push-devices',
  async up(db, { engine, big }) {
    const builder = db.schema.createTable('push_devices')
    await (engine === 'sqlite' ? builder.modifyEnd(sql`strict`) : builder)
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('session_id', 'text', (c) => c.notNull().unique().references('session.id').onDelete('cascade'))
      .addColumn('endpoint', 'text', (c) => c.notNull().unique())
      .addColumn('p256dh', 'text', (c) => c.notNull())
      .addColumn('auth', 'text', (c) => c.notNull())
      .addColumn('created_at', big, (c) => c.notNull())
      .addColumn('last_used_at', big)
      .addColumn('failed_at', big)
      .addColumn('tested_at', big)
      .execute()
    await db.schema.createIndex('push_devices_user_id').on('push_devices').column('user_id').execute()
    await db.schema
      .alterTable('notifications')
      .addColumn('push', 'text', (c) => c.notNull().defaultTo('none'))
      .execute()
    await db.schema.createIndex('notifications_push').on('notifications').columns(['user_id', 'push']).execute()
  },
}
