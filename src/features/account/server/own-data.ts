import { sql } from 'kysely'
import type { Instant } from '#shared/units.ts'
import { defineHook } from '#server/hooks.ts'
import type { UserScope } from '#server/scope.ts'

/** One item of a user's data in the export file: JSON, with instants as ISO text. */
export type OwnThing = Readonly<Record<string, unknown>>

/** A user's data in one feature: one item, a list, or a long list in pages. */
export interface OwnPart {
  /** Its key in the file. */
  readonly name: string
  readonly read: (scope: UserScope) => Promise<OwnThing | readonly OwnThing[]> | AsyncIterable<readonly OwnThing[]>
}

/** Each feature's user data, in the order of the features. */
export const ownData = defineHook<[], readonly OwnPart[]>('account.own_data')

/** Rows per read. */
export const OWN_PAGE = 1000

interface Made {
  readonly id: string
  readonly created_at: Instant
}

/** Pages by keyset, so that years of data are never in memory together. */
export async function* ownPages<Row extends Made>(
  read: (last: Made | undefined) => Promise<readonly Row[]>,
  thingOf: (row: Row) => OwnThing,
): AsyncGenerator<readonly OwnThing[]> {
  for (let last: Row | undefined; ;) {
    const rows = await read(last)
    if (rows.length > 0) yield rows.map(thingOf)
    if (rows.length < OWN_PAGE) return
    last = rows.at(-1)
    // SQLite queries do not yield, so other requests get a turn here.
    await new Promise(setImmediate)
  }
}

/** Rows after `last`, ordered by their time and `id`; all rows without it. */
export function madeAfter(table: string, last: Made | undefined, column = 'created_at') {
  return last
    ? sql<boolean>`(${sql.ref(`${table}.${column}`)}, ${sql.ref(`${table}.id`)}) > (${last.created_at}, ${last.id})`
    : sql<boolean>`1 = 1`
}

/** ISO 8601 in UTC. Positions in audio stay numbers. */
export function moment(at: Instant | Date | string): string {
  return new Date(at).toISOString()
}

export function momentOrNull(at: Instant | Date | string | null): string | null {
  return at === null ? null : moment(at)
}
