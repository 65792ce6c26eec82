import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** What a decision said, and about what. */
const columns =
  'id, track_id, track_title, version_id, version_number, seq, author_id, author_name, decision, body, note_id, ' +
  'file_name, size_bytes, sha256, created_at'

/** A decision's project follows a track that is moved; all that it says stays as it was made. */
export const movedDecisions: Migration = {
  name: '0040-moved-decisions',
  async up(db, { engine }) {
    const body =
      engine === 'sqlite'
        ? "begin select raise(abort, 'decisions are kept as they were made'); end"
        : 'for each row execute function keep_approval_decision()'
    const ofTable = engine === 'sqlite' ? '' : 'on approval_decisions'
    await sql`drop trigger approval_decisions_kept ${sql.raw(ofTable)}`.execute(db)
    await sql`
      create trigger approval_decisions_kept before update of ${sql.raw(columns)} on approval_decisions ${sql.raw(body)}
    `.execute(db)
  },
}
