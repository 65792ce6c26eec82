import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Webhooks of projects and organizations, their deliveries, and the cursors of events. */
export const webhooks: Migration = {
  name: '0019-webhooks',
  async up(db, { engine, big }) {
    const table = (name: string) => {
      const builder = db.schema.createTable(name)
      return engine === 'sqlite' ? builder.modifyEnd(sql`strict`) : builder
    }
    await table('webhooks')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('project_id', 'text', (c) => c.references('projects.id').onDelete('cascade'))
      .addColumn('organization_id', 'text', (c) => c.references('organization.id').onDelete('cascade'))
      .addColumn('url', 'text', (c) => c.notNull())
      .addColumn('label', 'text', (c) => c.notNull())
      .addColumn('events', 'text', (c) => c.notNull())
      .addColumn('generation', 'integer', (c) => c.notNull())
      .addColumn('secret_hash', 'text', (c) => c.notNull())
      .addColumn('rotated_at', big)
      .addColumn('created_by', 'text', (c) => c.references('user.id').onDelete('set null'))
      .addColumn('created_at', big, (c) => c.notNull())
      .addColumn('since', big, (c) => c.notNull())
      .addColumn('failures', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('failing_since', big)
      .addColumn('resting_until', big)
      .addColumn('last_success_at', big)
      .addColumn('off_at', big)
      .addColumn('off_reason', 'text')
      .execute()
    for (const column of ['project_id', 'organization_id', 'created_by'] as const)
      await db.schema.createIndex(`webhooks_${column}`).on('webhooks').column(column).execute()
    await table('webhook_deliveries')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('webhook_id', 'text', (c) => c.notNull().references('webhooks.id').onDelete('cascade'))
      .addColumn('event', 'text', (c) => c.notNull())
      .addColumn('stream_id', 'text')
      .addColumn('seq', big)
      .addColumn('payload', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('attempts', 'integer', (c) => c.notNull())
      .addColumn('status', 'integer')
      .addColumn('trouble', 'text')
      .addColumn('answer', 'text')
      .addColumn('duration_ms', 'integer')
      .addColumn('created_at', big, (c) => c.notNull())
      .addColumn('since', big, (c) => c.notNull())
      .addColumn('tried_at', big)
      .addColumn('next_at', big)
      .addUniqueConstraint('webhook_deliveries_once', ['webhook_id', 'stream_id', 'seq'])
      .execute()
    await db.schema
      .createIndex('webhook_deliveries_list')
      .on('webhook_deliveries')
      .columns(['webhook_id', 'created_at', 'id'])
      .execute()
    await db.schema.createIndex('webhook_deliveries_age').on('webhook_deliveries').column('created_at').execute()
    await table('webhook_cursors')
      .addColumn('stream_id', 'text', (c) => c.primaryKey())
      .addColumn('seq', big, (c) => c.notNull())
      .execute()
    await db.schema
      .alterTable('notifications')
      .addColumn('webhook_id', 'text', (c) => c.references('webhooks.id').onDelete('cascade'))
      .execute()
    await db.schema.createIndex('notifications_webhook_id').on('notifications').column('webhook_id').execute()
  },
}
