import * as z from 'zod'
import { HOUR_MS } from '#shared/units.ts'
import { jobHandler, type JobHandler } from '#server/jobs/job-runner.ts'
import { enqueue, JOB_LEASE_MS, type JobKind } from '#server/jobs/jobs.queue.ts'
import { change, serverScope, type ServerScope } from '#server/scope.ts'
import type { Services } from '#server/services.ts'

const count: JobKind<Record<string, never>> = {
  kind: 'storage.count',
  payload: z.strictObject({}),
  maxAttempts: 5,
  leaseMs: JOB_LEASE_MS,
  isPatient: true,
}

export const storageCountJobs: readonly JobHandler[] = [
  jobHandler({
    ...count,
    async run(_, { services, scope, signal }) {
      const runAt = services.now() + HOUR_MS
      // Queues the next count first, so that a failing count is not the last. One key per hour prevents a second chain.
      await change(scope, (tx) =>
        enqueue(tx, count, {}, { key: `${count.kind}:${Math.floor(runAt / HOUR_MS)}`, runAt }),
      )
      await countDerived(scope, signal)
    },
  }),
]

export async function startStorageCount(services: Services): Promise<void> {
  await change(serverScope(services), (scope) => enqueue(scope, count, {}, { key: count.kind }))
}

/** Generated files have no rows, so their sizes are summed in the store every hour. */
export async function countDerived(scope: ServerScope, signal?: AbortSignal): Promise<void> {
  const found = new Map<string, { bytes: number; files: number }>()
  for await (const { key, sizeBytes } of scope.storage.list('projects/')) {
    signal?.throwIfAborted()
    const [, projectId = '', , , folder] = key.split('/')
    if (folder !== 'derived') continue
    const { bytes, files } = found.get(projectId) ?? { bytes: 0, files: 0 }
    found.set(projectId, { bytes: bytes + sizeBytes, files: files + 1 })
  }
  const measuredAt = scope.now()
  await change(scope, async ({ db }) => {
    await db.deleteFrom('storage_use').execute()
    const projects = await db.selectFrom('projects').select('id').execute()
    const rows = projects.map(({ id }) => ({
      project_id: id,
      derived_bytes: found.get(id)?.bytes ?? 0,
      derived_files: found.get(id)?.files ?? 0,
      measured_at: measuredAt,
    }))
    for (let i = 0; i < rows.length; i += 200)
      await db
        .insertInto('storage_use')
        .values(rows.slice(i, i + 200))
        .execute()
  })
}
