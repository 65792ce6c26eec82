import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** The part that a task is about, what was read from a file, and who wrote its note. */
export const partsAndFacts: Migration = {
  name: '0046-parts-and-facts',
  async up(db) {
    await db.schema.alterTable('tasks').addColumn('part', 'text').execute()
    // Tasks from notes begin with their note's.
    await sql`update tasks set part = (select notes.part from notes where notes.id = tasks.note_id)
      where note_id is not null`.execute(db)
    await db.schema.alterTable('file_versions').addColumn('facts', 'text').execute()
    await db.schema.alterTable('file_versions').addColumn('noted_by', 'text').execute()
    await sql`update file_versions set noted_by = uploaded_by where note <> ''`.execute(db)
  },
}
