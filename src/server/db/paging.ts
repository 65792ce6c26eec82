import { Refusal } from '#shared/errors.ts'

/** Where the next page starts: the sort value and id of the last row of this page. */
export type Cursor = readonly [value: number, id: string]

/**
 * Set `fractions` if rows are sorted by a fractional column: PostgreSQL cannot compare an integer column with a
 * fraction.
 */
export function readCursor(
  text: string | undefined,
  { fractions = false }: { fractions?: boolean } = {},
): Cursor | undefined {
  if (text === undefined) return undefined
  const [, value = '', id] =
    /^(-?\d+(?:\.\d+)?(?:e-\d+)?)~([A-Za-z0-9_.:-]+)$/.exec(Buffer.from(text, 'base64url').toString()) ?? []
  if (!id || !(fractions ? Number.isFinite(Number(value)) : Number.isSafeInteger(Number(value))))
    throw new Refusal(400, 'VALIDATION_ERROR', 'Invalid query parameters', {
      fields: { cursor: 'This is not a cursor of this list.' },
    })
  return [Number(value), id]
}

/** Cuts a list that was read with one row too many into a page. The extra row shows whether there is a next page. */
export function cutPage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (row: Row) => Cursor,
  itemOf: (row: Row) => Item,
): { items: Item[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    items: shown.map(itemOf),
    nextCursor: last ? Buffer.from(cursorOf(last).join('~')).toString('base64url') : null,
  }
}
