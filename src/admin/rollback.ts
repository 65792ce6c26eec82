import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { RowSource } from '#server/backup/stored-rows.ts'
import { markFinished, UNFINISHED } from '#server/backup/unfinished-restore.ts'
import type { Config } from '#server/config.ts'
import type { NamedPlace } from './named-place.ts'

/** A folder with only these counts as empty. */
export const KEPT: ReadonlySet<string> = new Set(['roughmix.lock', '.env'])

/** A stop was requested between two files or two tables. */
export class Stopped extends Error {}

export const STOPPED =
  'Stopped. The new place is as empty as it was, and the old one as it was: the command can be given again.'

/** The same rows, until a stop is requested. `begun` is called when their tables exist and before the first row. */
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
 * Tables and functions of a PostgreSQL database, such as `table notes`, quoted by PostgreSQL. A SQLite file is removed
 * as a whole.
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
 * Removes files by their keys, and from PostgreSQL these objects and the unfinished mark in one transaction; a folder
 * is emptied once nothing in it is open.
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

/** The folder was empty before, or only its database and the unfinished mark are in use; the mark is removed last. */
export async function emptyFolder({ DATA_DIR, DATABASE_URL, S3_BUCKET }: Config, isRowsOnly: boolean): Promise<void> {
  const isOurs = (name: string) =>
    !KEPT.has(name) && name !== UNFINISHED && (!isRowsOnly || name.startsWith('roughmix.sqlite'))
  const names = DATABASE_URL && S3_BUCKET ? [] : (await readdir(DATA_DIR)).filter(isOurs)
  for (const name of [...names, UNFINISHED]) await rm(join(DATA_DIR, name), { recursive: true, force: true })
}
