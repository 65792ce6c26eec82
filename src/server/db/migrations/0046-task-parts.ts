import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** The part of the arrangement that a task is about. Tasks from notes begin with their note's. */
export const taskParts: Migration = {
  name: '0046-task-parts',
  async up(db) {
    await db.schema.alterTable('tasks').addColumn('part', 'text').execute()
    await sql`update tasks set part = (select notes.part from notes where notes.id = tasks.note_id)
      where note_id is not null`.execute(db)
  },
}
