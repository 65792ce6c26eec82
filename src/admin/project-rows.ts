import { sql } from 'kysely'
import { tableDecisions } from '#app/server/feature-parts.ts'
import type { Db } from '#server/db/open-database.ts'
import type { Belongs, TableDecision } from '#server/db/table-decisions.ts'
import type { StoredValue } from '#server/backup/stored-rows.ts'
import type { TableShape } from '#server/backup/table-shapes.ts'

export type ObjectRow = Readonly<Record<string, StoredValue>>

/** The tables of a project, from the features' declarations, in an order that satisfies foreign keys. */
export const projectTables: Readonly<Record<string, Belongs>> = inOrder(tableDecisions)

function inOrder(decisions: Readonly<Record<string, TableDecision>>): Readonly<Record<string, Belongs>> {
  const taken = Object.entries(decisions).flatMap(([name, decision]) =>
    decision.export === 'left-behind' ? [] : [{ name, belongs: decision.export, after: decision.after }],
  )
  const early = taken.filter(({ after }) => after === undefined)
  return Object.fromEntries(
    early
      .flatMap((one) => [one, ...taken.filter(({ after }) => after === one.name)])
      .map(({ name, belongs }) => [name, belongs]),
  )
}

/** All rows of a project by table, and its people: users with an account, and guests by name. */
export interface ProjectRows {
  readonly tables: ReadonlyMap<string, readonly ObjectRow[]>
  readonly people: readonly ExportedPerson[]
}

export interface ExportedPerson {
  readonly id: string
  readonly name: string
  /** Null for guests. */
  readonly email: string | null
}

/** Reads in the caller's transaction, so that everything is from one snapshot. */
export async function readProjectRows(db: Db, projectId: string, shapes: readonly TableShape[]): Promise<ProjectRows> {
  const tables = new Map<string, readonly ObjectRow[]>()
  for (const [name, belongs] of Object.entries(projectTables)) {
    const shape = shapes.find((one) => one.name === name)
    if (!shape) throw new Error(`there is no table ${name}`)
    const [columns, key] = [listed(shape.columns), listed(shape.key)]
    const { rows } = await sql<ObjectRow>`
      select ${columns} from ${sql.table(name)} where ${condition(belongs, name, projectId)} order by ${key}
    `.execute(db)
    tables.set(name, rows)
  }
  return { tables, people: await readPeople(db, tables) }
}

function listed(columns: readonly string[]) {
  return sql.join(columns.map((column) => sql.ref(column)))
}

function condition(belongs: Belongs, table: string, projectId: string) {
  if (belongs === 'itself') return sql`id = ${projectId}`
  if (belongs === 'project_id') return sql`project_id = ${projectId}`
  if (belongs === 'stream') return sql`${sql.ref(table === 'streams' ? 'id' : 'stream_id')} = ${`project:${projectId}`}`
  return sql`${sql.ref(belongs.column)} in (select id from ${sql.table(belongs.in)} where project_id = ${projectId})`
}

/** Columns that refer to a person. */
const PERSON = /(^|_)(user|author|actor|assignee|reviewer)_id$|_by$|^from_guest$/

async function readPeople(
  db: Db,
  tables: ReadonlyMap<string, readonly ObjectRow[]>,
): Promise<readonly ExportedPerson[]> {
  const ids = new Set<string>()
  for (const rows of tables.values())
    for (const row of rows)
      for (const [column, value] of Object.entries(row))
        if (typeof value === 'string' && PERSON.test(column)) ids.add(value)
  for (const { refs } of tables.get('events') ?? [])
    for (const [key, value] of Object.entries(refsIn(refs))) if (key === 'userId') ids.add(value)
  const known = ['', ...ids]
  const people = await db.selectFrom('user').select(['id', 'name', 'email']).where('id', 'in', known).execute()
  const guests = await db.selectFrom('guests').select(['id', 'name']).where('id', 'in', known).execute()
  return [
    ...people,
    ...guests.map(({ id, name }) => ({ id, name: `${name ?? 'Somebody'} (guest)`, email: null })),
  ].toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

export function refsIn(refs: StoredValue | undefined): Readonly<Record<string, string>> {
  return typeof refs === 'string' ? JSON.parse(refs) : {}
}
