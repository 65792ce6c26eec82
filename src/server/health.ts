import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Milliseconds } from '#shared/units.ts'
import type { Services } from './services.ts'

/** Set when a clean stop begins: no new work is wanted then. */
export interface Readiness {
  stopping: boolean
  /** The disk does not keep what is written: the process is about to end. */
  broken: boolean
  /** There is no room to keep any change: reading goes on. */
  full: boolean
}

export const readiness: Readiness = { stopping: false, broken: false, full: false }

/** A check writes to the disk or the bucket. Anybody may ask, so all who ask within this time share one. */
const CHECKED_FOR_MS: Milliseconds = 1000

/** A moment without news is nothing; who hears of nothing for so long shows people what was. */
const DEAF_MS: Milliseconds = 10_000

type Checked = Pick<Services, 'database' | 'storage' | 'log'> & { readonly bus: Pick<Services['bus'], 'deafMs'> }
type Checks = Readonly<Record<string, string>>

/**
 * /healthz says the process is alive, /readyz that the database and the files answer, and that the other processes are
 * heard.
 */
export function serveHealth(app: FastifyInstance, services: Checked): void {
  let last: { readonly at: Milliseconds; readonly checks: Promise<Checks> } | undefined
  app.get('/healthz', async () => ({ ok: true }))
  app.get('/readyz', async (_, reply) => {
    const at = performance.now()
    if (!last || at - last.at > CHECKED_FOR_MS) last = { at, checks: check(services) }
    const checks = {
      ...(await last.checks),
      ...(readiness.stopping && { server: 'stopping' }),
      ...(readiness.broken && { server: 'broken' }),
    }
    const ok = Object.values(checks).every((state) => state === 'ok')
    return reply
      .code(ok ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ok, checks, ...(readiness.full && { disk: 'full: changes are refused until there is space' }) })
  })
}

async function check({ database, storage, log, bus: { deafMs } }: Checked): Promise<Checks> {
  // What exactly is wrong is for the log: it names folders and addresses.
  const stateOf = (part: string, answer: Promise<unknown>) =>
    answer.then(
      () => 'ok',
      (error: unknown) => {
        log.error({ err: error, part }, 'not ready')
        return 'does not answer'
      },
    )
  return {
    database: await stateOf('database', sql`select 1`.execute(database.db)),
    files: await stateOf('files', storage.check()),
    ...(deafMs && { live: deafMs() > DEAF_MS ? 'hears nothing' : 'ok' }),
  }
}
