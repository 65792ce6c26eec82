import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import { openSqlite } from './open-database.ts'

/**
 * A column that names a row of another table has a foreign key: otherwise its rows stay behind when a project, a track
 * or an account is deleted, and nothing else notices.
 */

const anyAuthor = 'an account or a guest; the work stays when the account is deleted'
const staysWithWork = 'the work stays when the account is deleted'
const log = 'the log outlives what it names'
const record = 'a decision outlives what it was about'
const lease = 'the claim of a worker, not a row'
const organizations = 'kept in step by the code of sign-in and organizations'
const belonging = 'set to null in the transaction that deletes the organization or team'
const cursor = 'a position in a stream; compared with the stream’s end'

/** `table.column`, with the reason why it has no foreign key. */
const exceptions: Readonly<Record<string, string>> = {
  'session.activeOrganizationId': organizations,
  'session.activeTeamId': organizations,
  'member.teamId': organizations,
  'invitation.teamId': organizations,
  'account.accountId': 'the name of the account at the provider',
  'account.providerId': 'a provider from the settings',
  'events.actor_id': log,
  'audit.actor_id': log,
  'audit.organization_id': log,
  'audit.project_id': log,
  'audit.subject_id': log,
  'jobs.project_id': 'a job may run after its project is gone',
  'jobs.lease_id': lease,
  'uploads.lease_id': lease,
  'answers.actor_id': 'kept for a day or two, then deleted by age',
  'projects.organization_id': belonging,
  'projects.team_id': belonging,
  'tracks.current_version_id': 'versions refer to their track; set by the same transactions',
  'tracks.final_version_id': 'versions refer to their track; set by the same transactions',
  'tasks.assignee_id': staysWithWork,
  'uploads.user_id': anyAuthor,
  'uploads.track_id': 'goes with its project, and by age',
  'uploads.version_id': 'the version that will be made of it',
  'uploads.file_id': 'the file it becomes a version of; one that is gone is made anew',
  'uploads.start_id': 'a plan that may be cancelled while the file arrives',
  'notes.author_id': anyAuthor,
  'note_reactions.user_id': anyAuthor,
  'note_mentions.user_id': staysWithWork,
  'note_sets.author_id': anyAuthor,
  'note_drafts.author_id': 'an account or a guest; erased by the hook of the deleted account',
  'note_attachments.author_id': anyAuthor,
  'approval_asks.version_id': 'goes with its track',
  'approval_asks.reviewer_id': staysWithWork,
  'approval_decisions.track_id': record,
  'approval_decisions.version_id': record,
  'approval_decisions.author_id': record,
  'approval_decisions.note_id': record,
  'guests.user_id': 'goes with its link',
  'notifications.stream_id': 'only tells events apart; goes with its project or person',
  'notifications.actor_id': 'goes with its project or person, not with who acted',
  'inbox_cursors.stream_id': cursor,
  'webhook_cursors.stream_id': cursor,
  'webhook_deliveries.stream_id': 'only tells events apart; goes with its webhook',
}

interface Column {
  readonly name: string
  readonly onDelete: string | null
}

let columns: readonly Column[]
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'roughmix-references-'))
  const { db, close } = openSqlite(join(folder, 'empty.sqlite'))
  await migrate(db, 'sqlite')
  const { rows } = await sql<Column>`
    select tables.name || '.' || columns.name as name, keys.on_delete as "onDelete"
    from sqlite_master as tables join pragma_table_info(tables.name) as columns
    left join pragma_foreign_key_list(tables.name) as keys on keys."from" = columns.name
    where tables.type = 'table'
  `.execute(db)
  columns = rows
  await close()
  rmSync(folder, { recursive: true, force: true })
})

const naming = () => columns.filter(({ name }) => /_id$|[a-z]Id$/.test(name))

test('every column that names a row of another table has a foreign key', () => {
  expect(
    naming()
      .filter(({ name, onDelete }) => onDelete === null && exceptions[name] === undefined)
      .map(({ name }) => name),
    'In the migration, give these columns references(…).onDelete(…); or list them here, with the reason, if their ' +
      'rows have to outlive what they name',
  ).toEqual([])
})

test('every foreign key says what happens to its rows when the other row is deleted', () => {
  expect(
    columns.filter(({ onDelete }) => onDelete === 'NO ACTION').map(({ name }) => name),
    'In the migration, give these columns onDelete(…): otherwise the other row cannot be deleted',
  ).toEqual([])
})

test('the exceptions are columns without a foreign key', () => {
  const without = new Set(
    naming()
      .filter(({ onDelete }) => onDelete === null)
      .map(({ name }) => name),
  )
  expect(Object.keys(exceptions).filter((name) => !without.has(name))).toEqual([])
})
