import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import { migrations } from './migrations.ts'
import { openDatabase } from './open-database.ts'

test('processes that start at once on an empty database make it together, each step once', async () => {
  const server = new URL(process.env['TEST_POSTGRES_URL'] ?? '')
  const client = new pg.Client({ connectionString: server.href })
  await client.connect()
  const name = `roughmix_test_${randomBytes(6).toString('hex')}`
  await client.query(`create database ${name}`)
  server.pathname = `/${name}`
  const databases = Array.from({ length: 4 }, () => openDatabase({ url: server.href, dataDir: '' }))
  const steps = await Promise.all(databases.map(({ db, engine }) => migrate(db, engine)))
  expect(steps.flat().toSorted()).toEqual(migrations.map((migration) => migration.name).toSorted())
  for (const database of databases) await database.close()
  await client.query(`drop database ${name} with (force)`)
  await client.end()
})
