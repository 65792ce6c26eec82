import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** The tables of Better Auth 1.7.24 with its username and organization plugins, as its generator creates them. */
export const accounts: Migration = {
  name: '0001-accounts',
  async up(db, { engine, big }) {
    const date = engine === 'sqlite' ? sql`date` : sql`timestamptz`
    const flag = engine === 'sqlite' ? 'integer' : 'boolean'
    const create = (table: string) =>
      db.schema.createTable(table).addColumn('id', 'text', (c) => c.notNull().primaryKey())

    await create('user')
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('email', 'text', (c) => c.notNull().unique())
      .addColumn('emailVerified', flag, (c) => c.notNull())
      .addColumn('image', 'text')
      .addColumn('createdAt', date, (c) => c.notNull())
      .addColumn('updatedAt', date, (c) => c.notNull())
      .addColumn('username', 'text', (c) => c.unique())
      .addColumn('displayUsername', 'text')
      .execute()
    await create('session')
      .addColumn('expiresAt', date, (c) => c.notNull())
      .addColumn('token', 'text', (c) => c.notNull().unique())
      .addColumn('createdAt', date, (c) => c.notNull())
      .addColumn('updatedAt', date, (c) => c.notNull())
      .addColumn('ipAddress', 'text')
      .addColumn('userAgent', 'text')
      .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('activeOrganizationId', 'text')
      .addColumn('activeTeamId', 'text')
      .execute()
    await create('account')
      .addColumn('accountId', 'text', (c) => c.notNull())
      .addColumn('providerId', 'text', (c) => c.notNull())
      .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('accessToken', 'text')
      .addColumn('refreshToken', 'text')
      .addColumn('idToken', 'text')
      .addColumn('accessTokenExpiresAt', date)
      .addColumn('refreshTokenExpiresAt', date)
      .addColumn('scope', 'text')
      .addColumn('password', 'text')
      .addColumn('createdAt', date, (c) => c.notNull())
      .addColumn('updatedAt', date, (c) => c.notNull())
      .execute()
    await create('verification')
      .addColumn('identifier', 'text', (c) => c.notNull())
      .addColumn('value', 'text', (c) => c.notNull())
      .addColumn('expiresAt', date, (c) => c.notNull())
      .addColumn('createdAt', date, (c) => c.notNull())
      .addColumn('updatedAt', date, (c) => c.notNull())
      .execute()
    await create('organization')
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('slug', 'text', (c) => c.notNull().unique())
      .addColumn('logo', 'text')
      .addColumn('createdAt', date, (c) => c.notNull())
      .addColumn('metadata', 'text')
      .execute()
    await create('team')
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('memberCount', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('organizationId', 'text', (c) => c.notNull().references('organization.id').onDelete('cascade'))
      .addColumn('createdAt', date, (c) => c.notNull())
      .addColumn('updatedAt', date)
      .execute()
    await create('teamMember')
      .addColumn('teamId', 'text', (c) => c.notNull().references('team.id').onDelete('cascade'))
      .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('membershipKey', 'text', (c) => c.unique())
      .addColumn('createdAt', date)
      .execute()
    await create('member')
      .addColumn('organizationId', 'text', (c) => c.notNull().references('organization.id').onDelete('cascade'))
      .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('role', 'text', (c) => c.notNull())
      .addColumn('createdAt', date, (c) => c.notNull())
      .addColumn('teamId', 'text')
      .execute()
    await create('invitation')
      .addColumn('organizationId', 'text', (c) => c.notNull().references('organization.id').onDelete('cascade'))
      .addColumn('email', 'text', (c) => c.notNull())
      .addColumn('role', 'text')
      .addColumn('teamId', 'text')
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('expiresAt', date, (c) => c.notNull())
      .addColumn('createdAt', date, (c) => c.notNull())
      .addColumn('inviterId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .execute()
    await create('rateLimit')
      .addColumn('key', 'text', (c) => c.notNull().unique())
      .addColumn('count', 'integer', (c) => c.notNull())
      .addColumn('lastRequest', big, (c) => c.notNull())
      .execute()

    const indexed = [
      ['session', 'userId'],
      ['account', 'userId'],
      ['verification', 'identifier'],
      ['team', 'organizationId'],
      ['teamMember', 'teamId'],
      ['teamMember', 'userId'],
      ['member', 'organizationId'],
      ['member', 'userId'],
      ['invitation', 'organizationId'],
      ['invitation', 'email'],
    ] as const
    for (const [table, column] of indexed)
      await db.schema.createIndex(`${table}_${column}_idx`).on(table).column(column).execute()
    // Better Auth creates neither index, so two concurrent requests could add a member or an account twice.
    await db.schema.createIndex('member_once').on('member').columns(['organizationId', 'userId']).unique().execute()
    await db.schema.createIndex('account_once').on('account').columns(['providerId', 'accountId']).unique().execute()
  },
}
