import type { Migration } from '../migration.ts'

/** What a project's files should be, as JSON; null for the defaults. */
export const deliveryTargets: Migration = {
  name: '0034-delivery-targets',
  async up(db) {
    await db.schema.alterTable('projects').addColumn('targets', 'text').execute()
  },
}
