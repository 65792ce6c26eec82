import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { openTestDatabase } from '#testing/test-database.ts'
import { isLostConnection } from './lost-connection.ts'

describe('a connection is told to be lost', () => {
  test.each([
    ['hangs up', (socket: Socket) => socket.end()],
    ['resets', (socket: Socket) => socket.resetAndDestroy()],
    ['says nothing', () => undefined],
  ])('where the server %s', async (_, meet) => {
    const server = createServer((socket) => socket.on('error', () => undefined).once('data', () => meet(socket)))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const address = server.address()
    const pool = new pg.Pool({
      host: '127.0.0.1',
      port: typeof address === 'object' ? address?.port : 0,
      connectionTimeoutMillis: 200,
    })
    const error: unknown = await pool.query('select 1').catch((reason: unknown) => reason)
    expect([isLostConnection(error), String(error)]).toEqual([true, expect.stringMatching(/Error/)])
    await pool.end()
    server.close()
  })

  test('where nobody listens, and not where a query is wrong', async () => {
    const pool = new pg.Pool({ host: '127.0.0.1', port: 1 })
    expect(isLostConnection(await pool.query('select 1').catch((reason: unknown) => reason))).toBe(true)
    expect(isLostConnection(Object.assign(new Error('syntax error'), { code: '42601' }))).toBe(false)
    await pool.end()
  })
})

test.runIf(process.env['TEST_DATABASE'] === 'postgres')(
  'a transaction whose server has gone fails as a lost connection',
  async () => {
    const database = await openTestDatabase()
    const outside = new pg.Client({ connectionString: process.env['TEST_POSTGRES_URL'] })
    await outside.connect()
    const errors: unknown[] = []
    await database.db
      .transaction()
      .execute(async (tx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
        const asleep = sql`select pg_sleep(10)`.execute(tx).catch((reason: unknown) => errors.push(reason))
        await outside.query('select pg_terminate_backend($1)', [rows[0]?.pid])
        await asleep
        await sql`select 1`.execute(tx)
      })
      .catch((reason: unknown) => errors.push(reason))
    expect(errors.map(isLostConnection)).toEqual([true, true])
    await outside.end()
    await database.close()
  },
)

test.runIf(process.env['TEST_DATABASE'] === 'postgres')(
  'a PostgreSQL server that ends every connection does not end ours',
  async () => {
    const database = await openTestDatabase()
    const name = await sql<{ name: string }>`select current_database() as name`.execute(database.db)
    await Promise.all([1, 2, 3].map(() => sql`select pg_sleep(0.05)`.execute(database.db)))
    const outside = new pg.Client({ connectionString: process.env['TEST_POSTGRES_URL'] })
    await outside.connect()
    const { rowCount } = await outside.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
      [name.rows[0]?.name],
    )
    await outside.end()
    expect(rowCount).toBeGreaterThanOrEqual(3)
    await expect
      .poll(() =>
        sql<{ one: number }>`select 1 as one`.execute(database.db).then(
          ({ rows }) => rows,
          () => 'not yet',
        ),
      )
      .toEqual([{ one: 1 }])
    await database.close()
  },
)
