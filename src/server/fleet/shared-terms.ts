import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Milliseconds } from '#shared/units.ts'
import { authSecret } from '../auth/secret.ts'
import type { Config } from '../config.ts'
import { DataInUse } from '../process/process-lock.ts'
import type { Ask } from './postgres-session.ts'

/** Names of our advisory locks; each has two numbers, and the second says which value is held to. */
const PRESENT = 7_268_462
const FIRST_TERM = PRESENT + 1
/** A process that was killed a moment ago may still be there for PostgreSQL. */
const PATIENCE_MS: Milliseconds = 3_000

/**
 * Holds, with locks that die with the session, to what all processes on one database must have alike, and refuses to start
 * beside others that hold to something else. Files on a disk are within reach of one machine: such a process must be alone.
 */
export async function takeTerms(ask: Ask, config: Config, { isFirst }: { readonly isFirst: boolean }): Promise<void> {
  await takePlace(ask, config.S3_BUCKET !== undefined)
  const terms = termsOf(config)
  for (const [i, { value }] of terms.entries()) await ask('select pg_advisory_lock_shared($1, $2)', [FIRST_TERM + i, value])
  // After a loss of the session nobody can be told any more; at the start a difference is somebody's mistake.
  if (!isFirst) return
  const held = await ask<{ term: string; value: string }>("select distinct classid::int8 as term, objid::int8 as value from pg_locks where locktype = 'advisory' and objsubid = 2 and granted and classid::int8 between $1 and $2 and database = (select oid from pg_database where datname = current_database())", [FIRST_TERM, FIRST_TERM + terms.length - 1])
  const others = terms.filter(({ value }, i) => held.some((one) => Number(one.term) === FIRST_TERM + i && Number(one.value) !== value))
  if (others.length > 0) throw new DataInUse(`Another Roughmix works on this database with another ${others.map(({ name }) => name).join(' and another ')}. All that share it need the same.`)
}

async function takePlace(ask: Ask, isShared: boolean): Promise<void> {
  const take = `select ${isShared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock'}($1, 1) as taken`
  for (const until = performance.now() + PATIENCE_MS; ; await pause(100)) {
    const [row] = await ask<{ taken: boolean }>(take, [PRESENT])
    if (row?.taken) return
    if (performance.now() > until) break
  }
  throw new DataInUse(isShared ? 'A Roughmix that keeps its files on a disk works on this database. Stop it first: with several, all need S3_BUCKET.' : 'Another Roughmix works on this database. Stop it first: files on a disk are for one process, several need S3_BUCKET.')
}

function termsOf(config: Config): readonly { readonly name: string; readonly value: number }[] {
  const values = { AUTH_SECRET: authSecret(config.AUTH_SECRET, config.DATA_DIR), S3_BUCKET: config.S3_BUCKET ?? '', BASE_URL: config.baseUrl }
  // Half a word of a digest tells nobody the secret.
  return Object.entries(values).map(([name, value]) => ({ name, value: createHmac('sha256', value).update(name).digest().readUInt32BE() >>> 1 }))
}
