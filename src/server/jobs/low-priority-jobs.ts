import { Refusal } from '#shared/errors.ts'
import type { ProjectScope } from '../scope.ts'
import { requireFreeSpace } from '../storage/free-space.ts'
import { enqueue, type JobKind } from './jobs.queue.ts'

/** Per kind and project: more than anyone waits for, and few enough to finish soon. */
const MOST_WAITING = 200

/**
 * Queues a job that listeners may request repeatedly, once per key. Refuses with 429 `queue.full` while too many of its
 * kind wait in the project, and with 507 if the disk has no space for `bytes` more.
 */
export async function enqueueLowPriority<T>(
  scope: ProjectScope,
  job: JobKind<T>,
  payload: T,
  { key, bytes }: { readonly key: string; readonly bytes: number },
): Promise<void> {
  const { db, projectId } = scope
  if (await db.selectFrom('jobs').select('id').where('unique_key', '=', key).executeTakeFirst()) return
  if (!(await mayQueue(scope, job)))
    throw new Refusal(
      429,
      'queue.full',
      'Much is being made in this project already. Ask again when some of it is done.',
      { retryAfterSeconds: 60 },
    )
  await requireFreeSpace(scope, bytes)
  await enqueue(scope, job, payload, { key, projectId })
}

/** Whether another job of this kind may wait in the project. */
export async function mayQueue(
  { db, projectId }: Pick<ProjectScope, 'db' | 'projectId'>,
  { kind }: Pick<JobKind<never>, 'kind'>,
): Promise<boolean> {
  const waiting = await db
    .selectFrom('jobs')
    .select('id')
    .where('project_id', '=', projectId)
    .where('kind', '=', kind)
    .where('state', 'in', ['ready', 'active'])
    .limit(MOST_WAITING)
    .execute()
  return waiting.length < MOST_WAITING
}
