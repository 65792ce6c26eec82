import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { RowSource } from '#server/backup/stored-rows.ts'
import { markFinished, UNFINISHED } from '#server/backup/unfinished-restore.ts'
import type { Config } from '#server/config.ts'
import type { NamedPlace } from './named-place.ts'

/** These make no folder full. */
export const KEPT: ReadonlySet<string> = new Set(['roughmix.lock', '.env'])

/** Asked to stop, between two files or two tables. */
export class Stopped extends Error {}

export const STOPPED =
  'Stopped. The new place is as empty as it was, and the old one as it was: the command can be given again.'

/**
 * The same rows until somebody asks to stop. `begun` comes when their tables are made and before the first row is
 * taken.
 */
export function heeding(rows: RowSource, signal: AbortSignal | undefined, begun: () => Promise<void>): RowSource {
  return {
    migrations: rows.migrations,
    async *tables() {
      await begun()
      for await (const table of rows.tables()) {
        if (signal?.aborted) throw new Stopped()
        yield table
      }
    },
  }
}

/**
 * Tables and functions of a PostgreSQL, as in `table notes`, quoted as it does itself. SQLite is a file, which goes as
 * a whole.
 */
export async function thingsIn({ db, engine }: NamedPlace['database']): Promise<ReadonlySet<string>> {
  if (engine !== 'postgres') return new Set()
  const { rows } = await sql<{ thing: string }>`
    select 'table ' || quote_ident(tablename) as thing from pg_tables where schemaname = current_schema()
    union all
    select 'function ' || oid::regprocedure::text from pg_proc
      where pronamespace = current_schema()::regnamespace and prokind = 'f'
  `.execute(db)
  return new Set(rows.map(({ thing }) => thing))
}

/**
 * Files by their keys, and of a PostgreSQL those things with the mark of what is unfinished, in one change; a folder is
 * emptied once nobody has it open.
 */
export async function takeBack(
  { database, storage }: NamedPlace,
  keys: Iterable<string>,
  things: ReadonlySet<string>,
): Promise<void> {
  for (const key of keys) await storage.remove(key)
  await database.db.transaction().execute(async (db) => {
    for (const thing of things) await sql.raw(`drop ${thing} cascade`).execute(db)
    await markFinished({ db, engine: database.engine })
  })
}

/**
 * It was empty before, or nothing of it is used but the database and the mark of what is unfinished, which goes last.
 */
export async function emptyFolder({ DATA_DIR, DATABASE_URL, S3_BUCKET }: Config, isRowsOnly: boolean): Promise<void> {
  const isOurs = (name: string) =>
    !KEPT.has(name) && name !== UNFINISHED && (!isRowsOnly || name.startsWith('roughmix.sqlite'))
  const names = DATABASE_URL && S3_BUCKET ? [] : (await readdir(DATA_DIR)).filter(isOurs)
  for (const name of [...names, UNFINISHED]) await rm(join(DATA_DIR, name), { recursive: true, force: true })
}
