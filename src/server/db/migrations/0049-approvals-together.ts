import type { Migration } from '../migration.ts'

/** One notification for the tracks that somebody approved together. */
export const approvalsTogether: Migration = {
  name: '0049-approvals-together',
  async up(db) {
    await db.schema
      .alterTable('notifications')
      .addColumn('tracks', 'integer', (c) => c.notNull().defaultTo(1))
      .execute()
  },
}
