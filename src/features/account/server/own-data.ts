import { sql } from 'kysely'
import type { Instant } from '#shared/units.ts'
import { defineHook } from '#server/hooks.ts'
import type { UserScope } from '#server/scope.ts'

/** Something of a person's as it stands in the file: JSON, with moments in words. */
export type OwnThing = Readonly<Record<string, unknown>>

/** What one feature keeps of a person: one thing, a list, or a long list page by page. */
export interface OwnPart {
  /** Its key in the file. */
  readonly name: string
  readonly read: (scope: UserScope) => Promise<OwnThing | readonly OwnThing[]> | AsyncIterable<readonly OwnThing[]>
}

/** What each feature keeps of a person, in the order of the features. */
export const ownData = defineHook<[], readonly OwnPart[]>('account.own_data')

/** Rows that are read at once. */
export const OWN_PAGE = 1000

interface Made {
  readonly id: string
  readonly created_at: Instant
}

/** Page by page, each from where the last one ended: what somebody wrote in years is never in memory together. */
export async function* ownPages<Row extends Made>(
  read: (last: Made | undefined) => Promise<readonly Row[]>,
  thingOf: (row: Row) => OwnThing,
): AsyncGenerator<readonly OwnThing[]> {
  for (let last: Row | undefined; ;) {
    const rows = await read(last)
    if (rows.length > 0) yield rows.map(thingOf)
    if (rows.length < OWN_PAGE) return
    last = rows.at(-1)
    // SQLite answers without letting go: everybody else has their turn now.
    await new Promise(setImmediate)
  }
}

/** What comes after a row of a table, in order of its moment and `id`; everything where there is none. */
export function madeAfter(table: string, last: Made | undefined, column = 'created_at') {
  return last
    ? sql<boolean>`(${sql.ref(`${table}.${column}`)}, ${sql.ref(`${table}.id`)}) > (${last.created_at}, ${last.id})`
    : sql<boolean>`1 = 1`
}

/** ISO 8601 in UTC. Seconds in sound stay numbers. */
export function moment(at: Instant | Date | string): string {
  return new Date(at).toISOString()
}

export function momentOrNull(at: Instant | Date | string | null): string | null {
  return at === null ? null : moment(at)
}
