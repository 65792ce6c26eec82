import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Disabled and held accounts, limits, settings of the running server, projects of organizations. */
export const people: Migration = {
  name: '0003-people',
  async up(db, { engine, big }) {
    const strict = (name: string) => {
      const builder = db.schema.createTable(name)
      return engine === 'sqlite' ? builder.modifyEnd(sql`strict`) : builder
    }
    const date = engine === 'sqlite' ? sql`date` : sql`timestamptz`
    await db.schema.alterTable('user').addColumn('disabledAt', date).execute()
    await db.schema.alterTable('user').addColumn('emailChangedAt', date).execute()
    // A column of the account, so that it is available wherever the account is read, also in the sign-in library's
    // transactions.
    const moment =
      engine === 'sqlite'
        ? sql`strftime('%Y-%m-%dT%H:%M:%fZ', standings.disabled_at / 1000.0, 'unixepoch')`
        : sql`to_timestamp(standings.disabled_at / 1000.0)`
    await sql`
      update "user" set "disabledAt" =
        (select ${moment} from standings where standings.user_id = "user".id and standings.disabled_at is not null)
    `.execute(db)
    await db.schema.alterTable('standings').dropColumn('disabled_at').execute()

    await strict('limits')
      .addColumn('key', 'text', (c) => c.primaryKey())
      .addColumn('count', 'integer', (c) => c.notNull())
      .addColumn('started_at', big, (c) => c.notNull())
      .execute()
    await db.schema.createIndex('limits_age').on('limits').column('started_at').execute()
    await strict('server_settings')
      .addColumn('key', 'text', (c) => c.primaryKey())
      .addColumn('value', 'text', (c) => c.notNull())
      .execute()
    await strict('account_farewells')
      .addColumn('user_id', 'text', (c) => c.primaryKey().references('user.id').onDelete('cascade'))
      .addColumn('refs', 'text', (c) => c.notNull())
      .addColumn('confirmed_at', big, (c) => c.notNull())
      .execute()

    await db.schema.alterTable('projects').addColumn('team_id', 'text').execute()
    await db.schema.alterTable('projects').addColumn('organization_role', 'text').execute()
    await db.schema
      .alterTable('projects')
      .addColumn('organization_may_download', 'integer', (c) => c.notNull().defaultTo(1))
      .execute()
    await db.schema.createIndex('projects_organization').on('projects').column('organization_id').execute()
  },
}
