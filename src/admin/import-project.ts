import { sql } from 'kysely'
import { analyseVersion } from '#features/tracks/server/versions/version-analysis.kind.ts'
import type { Db } from '#server/db/open-database.ts'
import { emit } from '#server/events/events.queries.ts'
import { enqueue } from '#server/jobs/jobs.queue.ts'
import { change, serverScope, type ServerScope } from '#server/scope.ts'
import type { Services } from '#server/services.ts'
import { blobDigest } from '#server/storage/blob-digest.ts'
import { CommandRefused } from './command.ts'
import { withFiles } from './import-files.ts'
import { keepNames, matchPeople, type MatchedPeople } from './import-people.ts'
import type { ImportReading } from './import-reading.ts'
import { newKeys, ownIds, rowsHere, type RowsByTable } from './import-rows.ts'
import { projectTables, type ObjectRow } from './project-rows.ts'

export interface Imported {
  readonly projectId: string
  readonly name: string
  readonly tracks: number
  readonly versions: number
  readonly notes: number
  readonly tasks: number
  readonly files: number
  readonly bytes: number
  /** How many people were matched to accounts here. */
  readonly matched: number
  readonly keptAsNames: readonly string[]
  /** Those whose address belongs to an unverified or disabled account here. */
  readonly notTrusted: readonly string[]
  /** Files that rows refer to but the export lacks. */
  readonly missing: readonly string[]
  /** Files here whose bytes differ from their rows. */
  readonly differing: readonly string[]
}

interface ImportOptions {
  /** The id of an additional owner here. */
  readonly ownerId: string | undefined
  /** With new ids, beside the original project. */
  readonly isCopy: boolean
  /** Aborts the import and removes everything; ignored once the rows are written. */
  readonly signal: AbortSignal
}

const AT_ONCE = 100

/**
 * Imports an exported project: files first, then all rows in one transaction, so that nobody sees a partial project.
 */
export async function importProject(
  services: Services,
  reading: ImportReading,
  { ownerId, isCopy, signal }: ImportOptions,
): Promise<Imported> {
  const { database, newId } = services
  const { db, engine } = database
  const own = ownIds(reading.tables)
  if (!isCopy) await refuseIfHere(db, own)
  const people = await matchPeople(db, reading.people, newId)
  const ids = new Map([...people.ids, ...own.map((id) => [id, isCopy ? newId() : id] as const)])
  const tables = rowsHere(reading.tables, ids, people.known)
  refuseWithoutOwner(tables, ownerId)
  const keys = newKeys(
    new Map([
      ...tables,
      ['versions', withOldKeys(tables, reading.tables, 'versions')],
      ['note_attachments', withOldKeys(tables, reading.tables, 'note_attachments')],
      ['file_versions', withOldKeys(tables, reading.tables, 'file_versions')],
    ]),
  )
  const projectId = String(tables.get('projects')?.[0]?.['id'])
  const bytes = await withFiles(services, reading, keys, { projectId, signal }, () =>
    change(serverScope(services), async (scope) => {
      await keepNames(scope.db, engine, people.names, scope.now())
      for (const name of Object.keys(projectTables)) await insertRows(scope.db, name, tables.get(name) ?? [])
      await settle(scope, projectId, tables, ownerId)
    }),
  )
  return { ...(await lookedAt(services, tables)), projectId, name: reading.name, bytes, ...whoCame(people) }
}

async function refuseIfHere(db: Db, ids: readonly string[]): Promise<void> {
  for (const table of ['projects', 'tracks', 'versions', 'notes', 'tasks', 'project_files'] as const) {
    for (let at = 0; at < ids.length; at += 500) {
      const found = await db
        .selectFrom(table)
        .select('id')
        .where('id', 'in', ids.slice(at, at + 500))
        .limit(1)
        .executeTakeFirst()
      if (found)
        throw new CommandRefused(
          'This project is here already, perhaps in the trash. With --copy it comes in beside it.',
        )
    }
  }
}

function refuseWithoutOwner(tables: RowsByTable, ownerId: string | undefined): void {
  const hasOwner = (tables.get('memberships') ?? []).some(
    (row) => row['role'] === 'owner' && row['removed_at'] === null,
  )
  if (!hasOwner && ownerId === undefined)
    throw new CommandRefused(
      'Nobody who owned it has an account here with that address confirmed. Say who is to own it: --owner EMAIL.',
    )
}

/** The new rows, with their files' original keys. */
function withOldKeys(here: RowsByTable, there: RowsByTable, table: string): readonly ObjectRow[] {
  const before = there.get(table) ?? []
  return (here.get(table) ?? []).map((row, i) => ({ ...row, storage_key: before[i]?.['storage_key'] ?? null }))
}

async function insertRows(db: Db, table: string, rows: readonly ObjectRow[]): Promise<void> {
  // Notes before their replies.
  const ordered = rows.toSorted(
    (a, b) => Number((a['parent_id'] ?? null) !== null) - Number((b['parent_id'] ?? null) !== null),
  )
  for (let at = 0; at < ordered.length; at += AT_ONCE) {
    const lot = ordered.slice(at, at + AT_ONCE)
    const columns = Object.keys(lot[0] ?? {})
    const named = sql.join(columns.map((column) => sql.ref(column)))
    const values = sql.join(lot.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`))
    await sql`insert into ${sql.table(table)} (${named}) values ${values}`.execute(db)
  }
}

/** Completes a project: an owner, analyses of its files, and cursors that skip old events. */
async function settle(
  scope: ServerScope,
  projectId: string,
  tables: RowsByTable,
  ownerId: string | undefined,
): Promise<void> {
  const { db, now } = scope
  if (ownerId !== undefined) {
    const { last_member_order: last } = await db
      .selectFrom('projects')
      .select('last_member_order')
      .where('id', '=', projectId)
      .executeTakeFirstOrThrow()
    const owner = {
      project_id: projectId,
      user_id: ownerId,
      role: 'owner' as const,
      may_download: 1,
      join_order: last + 1,
      joined_at: now(),
      removed_at: null,
    }
    await db
      .insertInto('memberships')
      .values(owner)
      .onConflict((c) =>
        c.columns(['project_id', 'user_id']).doUpdateSet({ role: 'owner', may_download: 1, removed_at: null }),
      )
      .execute()
    await db
      .updateTable('projects')
      .set({ last_member_order: last + 1 })
      .where('id', '=', projectId)
      .execute()
  }
  for (const { id, seq } of tables.get('streams') ?? []) {
    for (const cursors of ['inbox_cursors', 'webhook_cursors'] as const)
      await db
        .insertInto(cursors)
        .values({ stream_id: String(id), seq: Number(seq) })
        .execute()
  }
  for (const { id, state } of tables.get('versions') ?? [])
    if (state === 'checking')
      await enqueue(
        scope,
        analyseVersion,
        { versionId: String(id) },
        { key: `${analyseVersion.kind}:${String(id)}`, projectId },
      )
  const members = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('project_id', '=', projectId)
    .where('removed_at', 'is', null)
    .orderBy('user_id')
    .execute()
  for (const { user_id } of members) await emit(scope, `user:${user_id}`, 'project.created', { projectId })
}

/** Verifies what the store has. */
async function lookedAt(
  { storage }: Services,
  tables: RowsByTable,
): Promise<Pick<Imported, 'tracks' | 'versions' | 'notes' | 'tasks' | 'files' | 'missing' | 'differing'>> {
  const count = (name: string) => tables.get(name)?.length ?? 0
  const digests = new Map<string, string | undefined>()
  const missing: string[] = []
  const differing: string[] = []
  const stored = ['versions', 'note_attachments', 'file_versions'].flatMap((name) => tables.get(name) ?? [])
  for (const row of stored) {
    const key = String(row['storage_key'])
    if (!digests.has(key)) digests.set(key, await blobDigest(storage, key))
    const digest = digests.get(key)
    if (digest === undefined) missing.push(key)
    else if (digest !== row['sha256']) differing.push(key)
  }
  return {
    tracks: count('tracks'),
    versions: count('versions'),
    notes: count('notes'),
    tasks: count('tasks'),
    files: digests.size - new Set(missing).size,
    missing,
    differing,
  }
}

function whoCame({
  known,
  names,
  notTrusted,
}: MatchedPeople): Pick<Imported, 'matched' | 'keptAsNames' | 'notTrusted'> {
  return {
    matched: known.size,
    keptAsNames: names.map(({ name }) => name).toSorted(),
    notTrusted: notTrusted.toSorted(),
  }
}
