import { DELIVER_JOB, retryDelivery } from '#features/webhooks/server/webhook-delivery.jobs.ts'
import { refused } from '#shared/errors.ts'
import { done } from '#shared/shapes.ts'
import { cutPage, readCursor } from '#server/db/paging.ts'
import { wakeLater } from '#server/events/events.queries.ts'
import { retryJob } from '#server/jobs/jobs.queue.ts'
import type { UserScope, VisitorScope } from '#server/scope.ts'
import type { JobFacts } from '../administration.contract.ts'

interface Asked {
  readonly cursor?: string | undefined
  readonly limit: number
  readonly state?: JobFacts['state'] | undefined
}

export async function listJobs(
  { db }: Pick<VisitorScope, 'db'>,
  { cursor, limit, state }: Asked,
): Promise<{ items: JobFacts[]; nextCursor: string | null }> {
  const after = readCursor(cursor)
  const rows = await db
    .selectFrom('jobs')
    .selectAll()
    .$if(state !== undefined, (q) => q.where('state', '=', state ?? 'dead'))
    .$if(after !== undefined, (q) =>
      q.where((eb) =>
        eb.or([
          eb('created_at', '<', after?.[0] ?? 0),
          eb.and([eb('created_at', '=', after?.[0] ?? 0), eb('id', '<', after?.[1] ?? '')]),
        ]),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  return cutPage(
    rows,
    limit,
    (row) => [row.created_at, row.id],
    (row): JobFacts => ({
      id: row.id,
      kind: row.kind,
      state: row.state,
      attempts: row.attempts,
      maxAttempts: row.max_attempts,
      lastError: row.last_error,
      runAt: row.run_at,
      createdAt: row.created_at,
      finishedAt: row.finished_at,
      projectId: row.project_id,
    }),
  )
}

type Retrying = Pick<VisitorScope, 'db' | 'now' | 'newId' | 'bus' | 'afterCommit'>

export async function retryDeadJob(scope: Retrying, jobId: string): Promise<typeof done> {
  const delivering = await scope.db
    .selectFrom('jobs')
    .select(['id', 'payload'])
    .where('id', '=', jobId)
    .where('kind', '=', DELIVER_JOB)
    .where('state', '=', 'dead')
    .executeTakeFirst()
  if (delivering) {
    await retryDeliveries(scope, [delivering])
    return done
  }
  if (!(await retryJob(scope.db, jobId, scope.now()))) throw refused.not_found()
  await wakeLater(scope, 'user:jobs')
  return done
}

/** Gives each job all its attempts again. */
export async function retryAllDeadJobs(scope: UserScope): Promise<{ count: number }> {
  const delivering = await scope.db
    .selectFrom('jobs')
    .select(['id', 'payload'])
    .where('kind', '=', DELIVER_JOB)
    .where('state', '=', 'dead')
    .execute()
  await retryDeliveries(scope, delivering)
  const result = await scope.db
    .updateTable('jobs')
    .set({ state: 'ready', attempts: 0, run_at: scope.now(), finished_at: null })
    .where('state', '=', 'dead')
    .executeTakeFirst()
  await wakeLater(scope, 'user:jobs')
  return { count: Number(result.numUpdatedRows) + delivering.length }
}

/** A delivery fails with its job, so it gets a new job, as when a user sends it again. */
async function retryDeliveries(
  scope: Retrying,
  jobs: readonly { readonly id: string; readonly payload: string }[],
): Promise<void> {
  for (const { id, payload } of jobs) {
    await retryDelivery(scope, JSON.parse(payload))
    await scope.db.deleteFrom('jobs').where('id', '=', id).where('state', '=', 'dead').execute()
  }
}

/** Undoes nothing; only removes it from the list. */
export async function discardDeadJob({ db }: UserScope, jobId: string): Promise<typeof done> {
  const result = await db.deleteFrom('jobs').where('id', '=', jobId).where('state', '=', 'dead').executeTakeFirst()
  if (Number(result.numDeletedRows) === 0) throw refused.not_found()
  return done
}
