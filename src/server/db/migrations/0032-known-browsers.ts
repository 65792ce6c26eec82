import type { Migration } from '../migration.ts'

/**
 * When an account was last taken back by its owner, which invalidates known browsers, and when its user was last seen.
 */
export const knownBrowsers: Migration = {
  name: '0032-known-browsers',
  async up(db, { big }) {
    await db.schema.alterTable('user').addColumn('takenOverAt', big).execute()
    await db.schema.alterTable('user').addColumn('lastSeenAt', big).execute()
  },
}
