import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { openTestDatabase } from '#testing/test-database.ts'

test.runIf(process.env['TEST_DATABASE'] === 'postgres')('a PostgreSQL server that ends every connection does not end ours', async () => {
  const database = await openTestDatabase()
  const name = await sql<{ name: string }>`select current_database() as name`.execute(database.db)
  await Promise.all([1, 2, 3].map(() => sql`select pg_sleep(0.05)`.execute(database.db)))
  const outside = new pg.Client({ connectionString: process.env['TEST_POSTGRES_URL'] })
  await outside.connect()
  const { rowCount } = await outside.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name.rows[0]?.name])
  await outside.end()
  expect(rowCount).toBeGreaterThanOrEqual(3)
  await expect.poll(() => sql<{ one: number }>`select 1 as one`.execute(database.db).then(({ rows }) => rows, () => 'not yet')).toEqual([{ one: 1 }])
  await database.close()
})
