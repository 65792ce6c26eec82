import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod'
import { loadRows } from '#server/backup/load-rows.ts'
import { rowLines } from '#server/backup/row-lines.ts'
import { databaseRows, type RowSource } from '#server/backup/stored-rows.ts'
import { tableShapes } from '#server/backup/table-shapes.ts'
import { migrate, NewerDatabase } from '#server/db/migrate.ts'
import { migrations } from '#server/db/migrations.ts'
import { openSqlite } from '#server/db/open-database.ts'
import { Id } from '#shared/shapes.ts'
import { parseFileLines, type BackedUpFile } from '#features/administration/server/backup-manifest.ts'
import { CommandRefused } from './command.ts'
import { onDiskOf } from './named-errors.ts'
import { projectTables, type ObjectRow, type ExportedPerson } from './project-rows.ts'
import { atMost } from './stream-limit.ts'
import { openZip } from './zip-reading.ts'

const Head = z.object({
  roughmix: z.literal('project'),
  version: z.literal(1),
  projectId: Id,
  name: z.string(),
  people: z.array(z.object({ id: Id, name: z.string(), email: z.string().nullable() })),
  /** The name of each file in the ZIP, by key. */
  names: z.record(z.string(), z.string()),
})

/** Lists have about two hundred bytes per file. */
const MOST_LIST_BYTES = 64 * 1024 * 1024
const MOST_ROWS_BYTES = 1024 * 1024 * 1024

/** An exported project, migrated to the current schema. */
export interface ImportReading {
  readonly projectId: string
  readonly name: string
  readonly people: readonly ExportedPerson[]
  readonly tables: ReadonlyMap<string, readonly ObjectRow[]>
  readonly files: readonly BackedUpFile[]
  readFile(key: string): Promise<Readable>
}

/**
 * Opens an archive from `export` of this or an older version: its rows go through the same migrations as a database.
 */
export async function openImport(path: string): Promise<ImportReading> {
  const zip = await openZip(path).catch((error: unknown) => {
    throw new CommandRefused(error instanceof Error ? error.message : String(error))
  })
  const read = async (name: string, mostBytes: number) =>
    atMost(
      await zip.read(name),
      mostBytes,
      `${path} unpacks to more than an exported project can hold. Nothing was imported.`,
    )
  if (!zip.entries.has('import/export.json')) throw new CommandRefused(`${path} is not an exported project.`)
  try {
    const head = Head.parse(JSON.parse(await text(await read('import/export.json', MOST_LIST_BYTES))))
    const files = parseFileLines(await text(await read('import/files.jsonl', MOST_LIST_BYTES)))
    const tables = await withScratch(async (folder) => {
      await pipeline(await read('import/rows.jsonl', MOST_ROWS_BYTES), createWriteStream(join(folder, 'rows.jsonl')))
      return rowsOfToday(folder, await rowLines(join(folder, 'rows.jsonl')), head.people)
    })
    checkIds(tables)
    return { ...head, files, tables, readFile: (key) => zip.read(head.names[key] ?? '') }
  } catch (error) {
    if (isOfContents(error))
      throw new CommandRefused(
        `${path} was written by a different version of Roughmix, or changed since. Nothing was imported.`,
      )
    throw error
  }
}

/** Columns whose ids are part of storage keys. */
const PLACED_BY = ['id', 'project_id', 'track_id', 'version_id', 'note_id'] as const
/** Their ids are stream names, such as `project:…`, and not part of keys. */
const STREAMS: ReadonlySet<string> = new Set(['streams', 'events'])

function checkIds(tables: ReadonlyMap<string, readonly ObjectRow[]>): void {
  for (const [table, rows] of tables) {
    if (STREAMS.has(table)) continue
    for (const row of rows)
      for (const column of PLACED_BY) if (row[column] !== undefined && row[column] !== null) Id.parse(row[column])
  }
}

const SQLITE_FULL = 13

/** Invalid JSON, another shape, or rows that the current tables refuse. */
function isOfContents(error: unknown): boolean {
  if (error instanceof SyntaxError || error instanceof z.ZodError) return true
  return error instanceof Error && 'errcode' in error && error.errcode !== SQLITE_FULL
}

async function rowsOfToday(
  folder: string,
  source: RowSource,
  people: readonly ExportedPerson[],
): Promise<ReadonlyMap<string, readonly ObjectRow[]>> {
  const known = new Set(migrations.map(({ name }) => name))
  if (source.migrations.some((name) => !known.has(name)))
    throw new NewerDatabase('This project was exported by a newer Roughmix. Import it with that version.')
  const database = openSqlite(join(folder, 'scratch.sqlite'))
  try {
    await loadRows(database, withPeople(source, people))
    await migrate(database.db, 'sqlite')
    const tables = new Map<string, readonly ObjectRow[]>()
    const shapes = (await tableShapes(known)).filter(({ name }) => name in projectTables)
    for await (const { name, columns, lots } of databaseRows(database.db, shapes, []).tables()) {
      const rows: ObjectRow[] = []
      for await (const lot of lots)
        for (const row of lot) rows.push(Object.fromEntries(columns.map((column, i) => [column, row[i] ?? null])))
      tables.set(name, rows)
    }
    return tables
  } finally {
    await database.close()
  }
}

/** Adds stub rows for people, because other rows refer to them. */
function withPeople(source: RowSource, people: readonly ExportedPerson[]): RowSource {
  const columns = ['createdAt', 'email', 'emailVerified', 'id', 'name', 'updatedAt']
  const at = new Date(0).toISOString()
  return {
    migrations: source.migrations,
    async *tables() {
      yield {
        name: 'user',
        columns,
        lots: (async function* () {
          yield people.map(({ id, name }) => [at, `${id}@imported.invalid`, 0, id, name, at])
        })(),
      }
      yield* source.tables()
    },
  }
}

async function withScratch<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'roughmix-import-'))
  try {
    return await onDiskOf(folder, () => work(folder))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
