import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod'
import type { RowSource, StoredRow, TableRows } from './stored-rows.ts'

/** The first line of the file. */
const Head = z.object({ roughmix: z.literal('rows'), version: z.literal(1), migrations: z.array(z.string()) })
/** The line before a table's rows. */
const TableLine = z.object({ table: z.string(), columns: z.array(z.string()) })
/** The last line; a file without it is incomplete. */
const End = z.object({ end: z.literal(true), rows: z.number() })
const RowLine = z.array(z.union([z.string(), z.number(), z.null()]))

const LOT = 500

/** Writes rows as lines of JSON (docs/formats/rows.md): a head, each table’s columns and rows, and an end. */
export async function writeRowLines(source: RowSource, path: string): Promise<void> {
  await pipeline(Readable.from(linesOf(source)), createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }))
}

async function* linesOf({ migrations, tables }: RowSource): AsyncGenerator<string> {
  yield `${JSON.stringify({ roughmix: 'rows', version: 1, migrations })}\n`
  let rows = 0
  for await (const { name, columns, lots } of tables()) {
    yield `${JSON.stringify({ table: name, columns })}\n`
    for await (const lot of lots) {
      rows += lot.length
      yield lot.map((row) => `${JSON.stringify(row)}\n`).join('')
    }
  }
  yield `${JSON.stringify({ end: true, rows })}\n`
}

/** Throws a readable message if the file has another format or ends early. */
export async function rowLines(path: string): Promise<RowSource> {
  for await (const line of linesIn(path)) {
    const head = Head.safeParse(parsed(line))
    if (!head.success) break
    return { migrations: head.data.migrations, tables: () => tablesIn(path) }
  }
  throw new Error(`${path} holds no rows of Roughmix.`)
}

async function* tablesIn(path: string): AsyncGenerator<TableRows> {
  const lines = linesIn(path)
  await lines.next()
  let line = await lines.next()
  let rows = 0
  while (!line.done) {
    const value = parsed(line.value)
    if (End.safeParse(value).data?.rows === rows) return
    const { table, columns } = TableLine.parse(value)
    line = await lines.next()
    yield { name: table, columns, lots: lots() }
  }
  throw new Error(`${path} is not whole.`)

  async function* lots(): AsyncGenerator<readonly StoredRow[]> {
    let lot: StoredRow[] = []
    for (; !line.done && line.value.startsWith('['); line = await lines.next()) {
      lot.push(RowLine.parse(parsed(line.value)))
      rows++
      if (lot.length < LOT) continue
      yield lot
      lot = []
    }
    if (lot.length > 0) yield lot
  }
}

/** Splits at line feeds only: node:readline also splits at characters such as U+2028, which occur in notes. */
async function* linesIn(path: string): AsyncGenerator<string> {
  let begun = ''
  for await (const text of createReadStream(path, { encoding: 'utf8', highWaterMark: 1024 * 1024 })) {
    const lines = (begun + String(text)).split('\n')
    begun = lines.pop() ?? ''
    yield* lines
  }
  if (begun !== '') yield begun
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
