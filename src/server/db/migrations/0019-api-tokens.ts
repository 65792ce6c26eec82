import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Tokens with which programs act for a user. */
export const apiTokens: Migration = {
  name: '0019-api-tokens',
  async up(db, { engine, big }) {
    const table = (name: string) => {
      const builder = db.schema.createTable(name)
      return engine === 'sqlite' ? builder.modifyEnd(sql`strict`) : builder
    }
    await table('api_tokens')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('token_hash', 'text', (c) => c.notNull().unique())
      .addColumn('ending', 'text', (c) => c.notNull())
      .addColumn('scopes', 'text', (c) => c.notNull())
      .addColumn('project_ids', 'text')
      .addColumn('created_at', big, (c) => c.notNull())
      .addColumn('expires_at', big)
      .addColumn('last_used_at', big)
      .execute()
    await db.schema.createIndex('api_tokens_person').on('api_tokens').columns(['user_id', 'created_at']).execute()
  },
}
