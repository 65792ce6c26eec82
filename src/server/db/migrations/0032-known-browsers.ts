import type { Migration } from '../migration.ts'

/**
 * When an account last went back to its owner, which ends what browsers were known by, and when its person was last
 * there.
 */
export const knownBrowsers: Migration = {
  name: '0032-known-browsers',
  async up(db, { big }) {
    await db.schema.alterTable('user').addColumn('takenOverAt', big).execute()
    await db.schema.alterTable('user').addColumn('lastSeenAt', big).execute()
  },
}
