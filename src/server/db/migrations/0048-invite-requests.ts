import type { Migration } from '../migration.ts'

/** Who asks to use an invitation that was made for another address. */
export const inviteRequests: Migration = {
  name: '0048-invite-requests',
  async up(db) {
    await db.schema
      .alterTable('invites')
      .addColumn('asked_by', 'text', (c) => c.references('user.id').onDelete('set null'))
      .execute()
  },
}
