import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Milliseconds } from '#shared/units.ts'
import type { Services } from './services.ts'

/** Set when a clean stop begins, so that no new work is sent here. */
export interface Readiness {
  stopping: boolean
  /** The disk fails to store writes: the process is about to end. */
  broken: boolean
  /** The disk has no space for any change; reads still work. */
  full: boolean
}

export const readiness: Readiness = { stopping: false, broken: false, full: false }

/** A check writes to the disk or the bucket. Anyone may request it, so requests within this time share one check. */
const CHECKED_FOR_MS: Milliseconds = 1000

/** A short silence is normal; after this, this process would show outdated state. */
const DEAF_MS: Milliseconds = 10_000

type Checked = Pick<Services, 'database' | 'storage' | 'log'> & { readonly bus: Pick<Services['bus'], 'deafMs'> }
type Checks = Readonly<Record<string, string>>

/** /healthz: the process is alive. /readyz: the database and the storage answer, and other processes are heard. */
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
  // Details go to the log only: they name folders and addresses.
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
