import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Milliseconds } from '#shared/units.ts'
import { authSecret } from '../auth/mail/secret.ts'
import type { Config } from '../config.ts'
import { DataInUse } from '../process/process-lock.ts'
import type { Ask } from './postgres-session.ts'

/** Names of our advisory locks; each has two numbers, and the second says which value is held to. */
const PRESENT = 7_268_462
const FIRST_TERM = PRESENT + 1
/** A process that was killed a moment ago may still be there for PostgreSQL. */
const PATIENCE_MS: Milliseconds = 3_000

/**
 * Holds, with locks that die with the session, to what all processes on one database must have alike, and refuses to
 * start beside others that hold to something else. Files on a disk are within reach of one machine: such a process must
 * be alone.
 */
export async function takeTerms(ask: Ask, config: Config, { isFirst }: { readonly isFirst: boolean }): Promise<void> {
  await takePlace(ask, config.S3_BUCKET !== undefined)
  const terms = termsOf(config)
  for (const [i, { value }] of terms.entries())
    await ask('select pg_advisory_lock_shared($1, $2)', [FIRST_TERM + i, value])
  // After a loss of the session nobody can be told any more; at the start a difference is somebody's mistake.
  if (!isFirst) return
  const held = await ask<{ term: string; value: string }>(
    `select distinct classid::int8 as term, objid::int8 as value from pg_locks
    where locktype = 'advisory' and objsubid = 2 and granted and classid::int8 between $1 and $2
    and database = (select oid from pg_database where datname = current_database())`,
    [FIRST_TERM, FIRST_TERM + terms.length - 1],
  )
  const others = terms.filter(({ value }, i) =>
    held.some((one) => Number(one.term) === FIRST_TERM + i && Number(one.value) !== value),
  )
  if (others.length > 0)
    throw new DataInUse(
      'Another Roughmix works on this database with another ' +
        `${others.map(({ name }) => name).join(' and another ')}. All that share it need the same.`,
    )
}

/** A database that nobody else works on. */
export interface HeldDatabase {
  /** Rejects where the session is gone, and with it the right to be alone. */
  stillHeld(): Promise<void>
  release(): Promise<void>
}

/** For a command that must be alone: no server is there, and none starts until it is released. Throws DataInUse. */
export async function holdDatabase(url: string): Promise<HeldDatabase> {
  const client = new pg.Client({ connectionString: url, keepAlive: true })
  // Unheard, the loss of the session would end the command without a word; the next question tells of it.
  client.on('error', () => undefined)
  await client.connect()
  const release = () => client.end().catch(() => undefined)
  try {
    if (!(await gotPlace(async (text, values = []) => (await client.query(text, [...values])).rows, false)))
      throw new DataInUse('A Roughmix is running on that database. Stop it first.')
  } catch (error) {
    await release()
    throw error
  }
  return { stillHeld: async () => void (await client.query('select 1')), release }
}

async function takePlace(ask: Ask, isShared: boolean): Promise<void> {
  if (await gotPlace(ask, isShared)) return
  throw new DataInUse(
    isShared
      ? 'A Roughmix that keeps its files on a disk works on this database. Stop it ' +
          'first: with several, all need S3_BUCKET.'
      : 'Another Roughmix works on this database. Stop it first: files on a disk are ' +
          'for one process, several need S3_BUCKET.',
  )
}

async function gotPlace(ask: Ask, isShared: boolean): Promise<boolean> {
  const take = `select ${isShared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock'}($1, 1) as taken`
  for (const until = performance.now() + PATIENCE_MS; ; await pause(100)) {
    const [row] = await ask<{ taken: boolean }>(take, [PRESENT])
    if (row?.taken) return true
    if (performance.now() > until) return false
  }
}

function termsOf(config: Config): readonly { readonly name: string; readonly value: number }[] {
  const values = {
    AUTH_SECRET: authSecret(config.AUTH_SECRET, config.DATA_DIR),
    S3_BUCKET: config.S3_BUCKET ?? '',
    BASE_URL: config.baseUrl,
  }
  // Half a word of a digest tells nobody the secret.
  return Object.entries(values).map(([name, value]) => ({
    name,
    value: createHmac('sha256', value).update(name).digest().readUInt32BE() >>> 1,
  }))
}
