import { DatabaseSync } from 'node:sqlite'
import { CompiledQuery } from 'kysely'
import { expect, test, vi } from 'vitest'
import { SqliteHandle } from './sqlite-handle.ts'

test('what is asked all day is prepared once, however many other texts come and go', () => {
  const database = new DatabaseSync(':memory:')
  const prepare = vi.spyOn(database, 'prepare')
  const handle = new SqliteHandle(database)
  const ask = (text: string) => handle.run(CompiledQuery.raw(text)).rows
  for (let n = 0; n < 1200; n++) {
    ask(`select ${n} as other`)
    expect(ask('select 1 as one')).toEqual([{ one: 1 }])
  }
  expect(prepare.mock.calls.filter(([text]) => text === 'select 1 as one')).toHaveLength(1)
  handle.close()
})
