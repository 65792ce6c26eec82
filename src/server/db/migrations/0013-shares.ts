import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Share links, their visits and plays, and versions that guests uploaded. */
export const shares: Migration = {
  name: '0013-shares',
  async up(db, { engine, big, real }) {
    const table = (name: string) => {
      const builder = db.schema.createTable(name)
      return engine === 'sqlite' ? builder.modifyEnd(sql`strict`) : builder
    }
    await table('shares')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('project_id', 'text', (c) => c.notNull().references('projects.id').onDelete('cascade'))
      .addColumn('token_hash', 'text', (c) => c.notNull().unique())
      .addColumn('generation', 'integer', (c) => c.notNull())
      .addColumn('epoch', 'integer', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('track_ids', 'text')
      .addColumn('version_id', 'text', (c) => c.references('versions.id').onDelete('cascade'))
      .addColumn('latest_only', 'integer', (c) => c.notNull())
      .addColumn('may_comment', 'integer', (c) => c.notNull())
      .addColumn('may_see_notes', 'integer', (c) => c.notNull())
      .addColumn('may_approve', 'integer', (c) => c.notNull())
      .addColumn('may_download', 'integer', (c) => c.notNull())
      .addColumn('may_upload', 'integer', (c) => c.notNull())
      .addColumn('password_hash', 'text')
      .addColumn('starts_at', big)
      .addColumn('expires_at', big)
      .addColumn('person', 'text')
      .addColumn('label', 'text', (c) => c.notNull())
      .addColumn('message', 'text', (c) => c.notNull())
      .addColumn('created_by', 'text')
      .addColumn('created_at', big, (c) => c.notNull())
      .addColumn('revoked_at', big)
      .execute()
    await db.schema.createIndex('shares_project').on('shares').columns(['project_id', 'created_at']).execute()
    await table('guests')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('share_id', 'text', (c) => c.notNull().references('shares.id').onDelete('cascade'))
      .addColumn('key_hash', 'text', (c) => c.notNull())
      .addColumn('epoch', 'integer', (c) => c.notNull())
      .addColumn('name', 'text')
      .addColumn('user_id', 'text')
      .addColumn('is_member', 'integer', (c) => c.notNull())
      .addColumn('opened', 'integer', (c) => c.notNull())
      .addColumn('created_at', big, (c) => c.notNull())
      .addColumn('last_seen_at', big, (c) => c.notNull())
      .addColumn('claimed_by', 'text')
      .addColumn('claimed_at', big)
      .execute()
    await db.schema.createIndex('guests_key').on('guests').columns(['share_id', 'key_hash']).unique().execute()
    await table('guest_plays')
      .addColumn('guest_id', 'text', (c) => c.notNull().references('guests.id').onDelete('cascade'))
      .addColumn('track_id', 'text', (c) => c.notNull().references('tracks.id').onDelete('cascade'))
      .addColumn('played', 'integer', (c) => c.notNull())
      .addColumn('furthest_seconds', real, (c) => c.notNull())
      .addColumn('downloads', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('guest_plays_pk', ['guest_id', 'track_id'])
      .execute()
    await db.schema.alterTable('versions').addColumn('from_guest', 'text').execute()
  },
}
