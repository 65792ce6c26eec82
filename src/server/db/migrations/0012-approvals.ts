import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Approval requests and decisions, the final version of a track, and bounces made the newest again. */
export const approvals: Migration = {
  name: '0012-approvals',
  async up(db, { engine, big }) {
    const table = (name: string) => {
      const builder = db.schema.createTable(name)
      return engine === 'sqlite' ? builder.modifyEnd(sql`strict`) : builder
    }
    await table('approval_asks')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('project_id', 'text', (c) => c.notNull().references('projects.id').onDelete('cascade'))
      .addColumn('track_id', 'text', (c) => c.notNull().references('tracks.id').onDelete('cascade'))
      .addColumn('version_id', 'text', (c) => c.notNull())
      .addColumn('version_number', 'integer', (c) => c.notNull())
      .addColumn('seq', 'integer', (c) => c.notNull())
      .addColumn('reviewer_id', 'text', (c) => c.notNull())
      .addColumn('reviewer_name', 'text', (c) => c.notNull())
      .addColumn('asked_by', 'text', (c) => c.notNull())
      .addColumn('asked_by_name', 'text', (c) => c.notNull())
      .addColumn('message', 'text', (c) => c.notNull())
      .addColumn('due_on', 'text')
      .addColumn('following', 'integer', (c) => c.notNull())
      .addColumn('created_at', big, (c) => c.notNull())
      .addColumn('cancelled_at', big)
      .addUniqueConstraint('approval_asks_seq', ['track_id', 'seq'])
      .execute()
    await db.schema.createIndex('approval_asks_project').on('approval_asks').column('project_id').execute()
    // Decisions outlive their versions and tracks, and name people who may have no account.
    await table('approval_decisions')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('project_id', 'text', (c) => c.notNull().references('projects.id').onDelete('cascade'))
      .addColumn('track_id', 'text', (c) => c.notNull())
      .addColumn('track_title', 'text', (c) => c.notNull())
      .addColumn('version_id', 'text', (c) => c.notNull())
      .addColumn('version_number', 'integer', (c) => c.notNull())
      .addColumn('seq', 'integer', (c) => c.notNull())
      .addColumn('author_id', 'text', (c) => c.notNull())
      .addColumn('author_name', 'text', (c) => c.notNull())
      .addColumn('decision', 'text', (c) => c.notNull())
      .addColumn('body', 'text', (c) => c.notNull())
      .addColumn('note_id', 'text')
      .addColumn('file_name', 'text', (c) => c.notNull())
      .addColumn('size_bytes', big, (c) => c.notNull())
      .addColumn('sha256', 'text', (c) => c.notNull())
      .addColumn('created_at', big, (c) => c.notNull())
      .addUniqueConstraint('approval_decisions_seq', ['track_id', 'seq'])
      .execute()
    await db.schema.createIndex('approval_decisions_project').on('approval_decisions').column('project_id').execute()
    // Triggers prevent changes to decisions, whatever the product's code does.
    if (engine === 'sqlite')
      await sql`
        create trigger approval_decisions_kept before update on approval_decisions
          begin select raise(abort, 'decisions are kept as they were made'); end
      `.execute(db)
    else {
      await sql`
        create function keep_approval_decision() returns trigger language plpgsql as
          $$ begin raise exception 'decisions are kept as they were made'; end $$
      `.execute(db)
      await sql`
        create trigger approval_decisions_kept before update on approval_decisions
          for each row execute function keep_approval_decision()
      `.execute(db)
    }

    await db.schema.alterTable('tracks').addColumn('final_version_id', 'text').execute()
    await db.schema.alterTable('tracks').addColumn('final_by', 'text').execute()
    await db.schema.alterTable('tracks').addColumn('final_at', big).execute()
    // Until now a final track named no version: it was the current one.
    await sql`
      update tracks set final_at = updated_at, final_version_id = coalesce(
        (select id from versions where versions.id = tracks.current_version_id and deleted_at is null),
        (select id from versions where versions.track_id = tracks.id and deleted_at is null
          order by sequence desc limit 1)
      ) where status = 'final'
    `.execute(db)
    await sql`
      update tracks set status = 'approved', final_at = null where status = 'final' and final_version_id is null
    `.execute(db)
    await db.schema.alterTable('versions').addColumn('restored_from', 'integer').execute()
  },
}
