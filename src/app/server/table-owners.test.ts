import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { platformTables } from '#server/db/table-decisions.ts'
import type { Feature } from '#server/feature.ts'
import { features } from './features.ts'

/**
 * A feature reads and writes its own tables and those of earlier features, the platform only its own: for what they
 * need from a later feature, that feature answers a hook (docs/adding-a-feature.md).
 */

const all: readonly Feature[] = features
const PLATFORM = -1
const owners = new Map<string, number>([
  ...Object.keys(platformTables).map((table) => [table, PLATFORM] as const),
  ...all.flatMap(({ tables = {} }, place) => Object.keys(tables).map((table) => [table, place] as const)),
])

const deletion = 'an account goes in one transaction, which locks what it alone owns in one order'

/** `file: table`, each with the reason why it is not a hook. */
const allowed: Readonly<Record<string, string>> = {
  'src/features/account/server/account-deletion.queries.ts: projects': deletion,
  'src/features/account/server/account-deletion.queries.ts: memberships': deletion,
  'src/server/audit/audit.ts: projects': 'each line of the log is written with the organization of its project',
}

/** Kysely's calls that name a table, with an alias or in a list, and tables in raw SQL. */
const CALL =
  /\b(?:selectFrom|insertInto|updateTable|deleteFrom|innerJoin|leftJoin|using|sql\.table)\(\s*(\[[^\]]*\]|'[^']*')/g
const RAW = /\b(?:from|join|into|update)\s+"?([a-zA-Z_]+)"?/g

/** A call with a variable: it may mean any table that the file names in a string. */
const BY_VARIABLE = /\b(?:selectFrom|insertInto|updateTable|deleteFrom)\(\s*[a-z]\w*\s*[,)]/

function tablesIn(text: string): ReadonlySet<string> {
  const words = BY_VARIABLE.test(text) ? [...text.matchAll(/'(\w+)'/g)].map(([, word = '']) => word) : []
  const called = [...text.matchAll(CALL)].flatMap(([, named = '']) =>
    [...named.matchAll(/'(\w+)(?: as \w+)?'/g)].map(([, table = '']) => table),
  )
  const raw = [...text.matchAll(/\bsql(?:<[^`]*>)?`([^`]*)`/g)].flatMap(([, statement = '']) =>
    [...statement.matchAll(RAW)].map(([, table = '']) => table),
  )
  return new Set([...called, ...raw, ...words].filter((table) => owners.has(table)))
}

/** Migrations create everybody's tables. */
const files = globSync('src/{server,features/*/server}/**/*.ts')
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !/\.(test|rig|crash\.test)\.ts$|\/migrations\//.test(path))

function placeOf(path: string): number {
  const folder = /^src\/features\/([\w-]+)\//.exec(path)?.[1]
  return folder === undefined ? PLATFORM : all.findIndex(({ name }) => name === folder)
}

const used = files.flatMap((path) =>
  [...tablesIn(readFileSync(path, 'utf8'))].map((table) => ({ path, table, owner: owners.get(table) ?? PLATFORM })),
)
const upward = used
  .filter(({ path, owner }) => owner > placeOf(path))
  .map(({ path, table, owner }) => ({ use: `${path}: ${table}`, of: all[owner]?.name ?? '' }))

test('reads what the code says', () => {
  expect(tablesIn("db.selectFrom('notes as n').innerJoin('tracks', 'a', 'b')")).toEqual(new Set(['notes', 'tracks']))
  expect(tablesIn("eb.selectFrom(['tasks', 'jobs'])")).toEqual(new Set(['tasks', 'jobs']))
  expect(tablesIn('sql`select 1 from "versions" where id in (select 2 from uploads)`')).toEqual(
    new Set(['versions', 'uploads']),
  )
  expect(tablesIn("for (const table of ['tasks'] as const) db.deleteFrom(table)")).toEqual(new Set(['tasks']))
  expect(used.length).toBeGreaterThan(100)
})

test('nobody touches the tables of a later feature, nor the platform those of any', () => {
  expect(
    upward.filter(({ use }) => !(use in allowed)).map(({ use, of }) => `${use} belongs to ${of}`),
    'ask by a hook, or move the code into the feature that owns the table',
  ).toEqual([])
})

test('what is allowed is still so', () => {
  expect(Object.keys(allowed).filter((use) => !upward.some((one) => one.use === use))).toEqual([])
})
