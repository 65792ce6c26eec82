import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { ramdiskFolder } from '../scripts/ramdisk-folder.ts'
import { startPostgres } from '../scripts/start-postgres.ts'
import { processSeconds } from './bench-tools.ts'
import type { RowCosts } from './growing-arithmetic.ts'
import { loadProduct, type LoadedProduct } from './load-roughmix.ts'
import { writeBounce } from './load-song.ts'

const AT_ONCE = 8

/**
 * Bytes that a note, a task and an event occupy in each database, through the product's routes, and their CPU time. In
 * memory, because sizes do not depend on the disk.
 */
export async function costOfRows(count: number): Promise<{ readonly sqlite: RowCosts; readonly postgres: RowCosts }> {
  const sqlite = await inFolder(async (folder) => {
    const file = join(folder, 'data', 'roughmix.sqlite')
    return costs(folder, {}, count, async () => sqliteBytes(file))
  })
  const server = await startPostgres({ forgetful: true })
  if ('missing' in server) throw new Error(server.missing)
  try {
    return {
      sqlite,
      postgres: await inFolder((folder) =>
        costs(folder, { DATABASE_URL: server.url }, count, () => postgresBytes(server.url)),
      ),
    }
  } finally {
    await server.stop()
  }
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(ramdiskFolder(), 'roughmix-rows-'))
  mkdirSync(join(folder, 'files'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function costs(
  folder: string,
  env: Readonly<Record<string, string>>,
  count: number,
  size: () => Promise<number>,
): Promise<RowCosts> {
  const song = join(folder, 'song.wav')
  writeBounce(song, 5)
  const product = await loadProduct({ folder, song, projects: 1, people: 2, env })
  try {
    const { projectId, trackId, versionId } = product.tracks[0] ?? { projectId: '', trackId: '', versionId: '' }
    const project = `/api/projects/${projectId}`
    const kinds: Readonly<
      Record<keyof RowCosts, (n: number) => readonly [method: string, path: string, body: object]>
    > = {
      note: (n) => [
        'POST',
        `${project}/tracks/${trackId}/notes`,
        {
          versionId,
          fromSeconds: (n % 5000) / 1000,
          toSeconds: null,
          body: `Note ${n}: vocal under the guitars, ride it up a little before the chorus and let go again`,
        },
      ],
      task: (n) => ['POST', `${project}/tasks`, { title: `Ride the vocal up before chorus ${n}` }],
      event: (n) => ['PATCH', `${project}/tracks/${trackId}`, { title: `Low Tide ${n}` }],
    }
    const found: Partial<Record<keyof RowCosts, { readonly bytes: number; readonly cpuSeconds: number }>> = {}
    for (const kind of ['note', 'task', 'event'] as const) {
      const [bytes, cpu] = [await size(), await processSeconds(product.server.pid)]
      await write(product, count, kinds[kind])
      found[kind] = {
        bytes: ((await size()) - bytes) / count,
        cpuSeconds: ((await processSeconds(product.server.pid)) - cpu) / count,
      }
    }
    return { note: none, task: none, event: none, ...found }
  } finally {
    await product.server.stop()
  }
}

const none = { bytes: Number.NaN, cpuSeconds: Number.NaN }

async function write(
  { people: [owner] }: LoadedProduct,
  count: number,
  asking: (n: number) => readonly [string, string, object],
): Promise<void> {
  let n = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (n < count) {
        const answer = await owner?.line.json(...asking(n++))
        if (answer?.status !== 200) throw new Error(`answered ${answer?.status}: ${answer?.body.toString()}`)
      }
    }),
  )
}

/** Pages in use, including the write-ahead log. */
async function sqliteBytes(file: string): Promise<number> {
  const database = new DatabaseSync(file, { readOnly: true })
  const pragma = (name: string) => Number(Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0])
  const bytes = (pragma('page_count') - pragma('freelist_count')) * pragma('page_size')
  database.close()
  return bytes
}

/** Without dead rows, which autovacuum reclaims. */
async function postgresBytes(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('vacuum full')
  const { rows } = await client.query(`
    select sum(pg_total_relation_size(c.oid))::float8 as bytes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r'
  `)
  await client.end()
  return Number(rows[0]?.bytes)
}
