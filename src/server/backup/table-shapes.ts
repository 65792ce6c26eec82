import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { migrate } from '../db/migrate.ts'
import { openSqlite } from '../db/open-database.ts'

/** One of our tables, the same on both engines. */
export interface TableShape {
  readonly name: string
  /** Sorted by name, so that the order does not depend on the table's migrations. */
  readonly columns: readonly string[]
  /** Date columns of the sign-in library, which the engines store differently. */
  readonly dates: ReadonlySet<string>
  readonly key: readonly string[]
}

interface ColumnFacts {
  readonly name: string
  readonly type: string
  readonly pk: number
}

/**
 * The tables that these migrations create, by name, without the table of migrations. Found by running them on a
 * temporary file, so that there is no list to maintain and other tables in the same database are left out.
 */
export function tableShapes(migrations: ReadonlySet<string>): Promise<readonly TableShape[]> {
  const key = [...migrations].toSorted().join(' ')
  const shapes = known.get(key) ?? lookAt(migrations)
  known.set(key, shapes)
  return shapes
}

const known = new Map<string, Promise<readonly TableShape[]>>()

async function lookAt(migrations: ReadonlySet<string>): Promise<readonly TableShape[]> {
  const folder = await mkdtemp(join(tmpdir(), 'roughmix-shapes-'))
  const { db, close } = openSqlite(join(folder, 'empty.sqlite'))
  try {
    await migrate(db, 'sqlite', { only: migrations })
    const { rows: tables } = await sql<{ name: string }>`
      select name from sqlite_master
      where type = 'table' and name not like 'sqlite_%' and name != 'migrations'
      order by name
    `.execute(db)
    const shapes: TableShape[] = []
    for (const { name } of tables) {
      const { rows } = await sql<ColumnFacts>`select name, type, pk from pragma_table_info(${name})`.execute(db)
      shapes.push({
        name,
        columns: rows.map((column) => column.name).toSorted(),
        dates: new Set(rows.filter(({ type }) => type.toLowerCase() === 'date').map((column) => column.name)),
        key: rows
          .filter(({ pk }) => pk > 0)
          .toSorted((a, b) => a.pk - b.pk)
          .map((column) => column.name),
      })
    }
    return shapes
  } finally {
    await close()
    await rm(folder, { recursive: true, force: true })
  }
}
