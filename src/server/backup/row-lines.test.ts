import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rowLines, writeRowLines } from './row-lines.ts'
import type { RowSource, StoredRow } from './stored-rows.ts'

test('rows come back as they were, whatever ends a line elsewhere', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'roughmix-rows-'))
  const rows: readonly StoredRow[] = [
    ['Louder\u2028here', 1, null],
    ['and\u2029there', 2, null],
    ['\r\n\u0085\v\f', 3, 'x'],
    ['ž'.repeat(3_000_000), 4, null],
  ]
  const source: RowSource = {
    migrations: ['0001-first'],
    async *tables() {
      yield {
        name: 'notes',
        columns: ['body', 'seq', 'more'],
        lots: (async function* () {
          yield rows
        })(),
      }
    },
  }
  await writeRowLines(source, join(folder, 'rows.jsonl'))
  const read = await rowLines(join(folder, 'rows.jsonl'))
  const back: StoredRow[] = []
  for await (const { lots } of read.tables()) for await (const lot of lots) back.push(...lot)
  expect(back).toEqual(rows)
  rmSync(folder, { recursive: true, force: true })
})
