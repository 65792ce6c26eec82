import { createHash } from 'node:crypto'
import type { RowSource, StoredRow, TableRows } from './stored-rows.ts'

/** Two tables with equal digests have the same rows, in whatever order they were read. */
export interface TableDigest {
  readonly rows: number
  /** The SHA-256 of all rows combined by XOR; hexadecimal. */
  readonly digest: string
}

export type TableDigests = Readonly<Record<string, TableDigest>>

/** Counts and digests the rows that pass through. */
export class Digesting {
  readonly #tables = new Map<string, { rows: number; digest: Buffer }>()

  watch({ name, columns, lots }: TableRows): TableRows {
    const table = { rows: 0, digest: Buffer.alloc(32) }
    this.#tables.set(name, table)
    async function* passing(): AsyncGenerator<readonly StoredRow[]> {
      for await (const lot of lots) {
        for (const row of lot) {
          const hash = createHash('sha256').update(JSON.stringify(row)).digest()
          for (let i = 0; i < 32; i++) table.digest[i] = (table.digest[i] ?? 0) ^ (hash[i] ?? 0)
        }
        table.rows += lot.length
        yield lot
      }
    }
    return { name, columns, lots: passing() }
  }

  get tables(): TableDigests {
    return Object.fromEntries(
      [...this.#tables].map(([name, { rows, digest }]) => [name, { rows, digest: digest.toString('hex') }]),
    )
  }
}

/** Reads the source to its end. */
export async function digestRows(source: RowSource): Promise<TableDigests> {
  const digesting = new Digesting()
  for await (const table of source.tables()) for await (const _ of digesting.watch(table).lots) continue
  return digesting.tables
}

/** Names of the tables whose digests differ. */
export function differingTables(one: TableDigests, other: TableDigests): readonly string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])]
    .filter((name) => one[name]?.rows !== other[name]?.rows || one[name]?.digest !== other[name]?.digest)
    .toSorted()
}
