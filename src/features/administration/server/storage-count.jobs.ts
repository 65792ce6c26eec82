import { hourlyJob } from '#server/jobs/hourly-job.ts'
import type { JobHandler } from '#server/jobs/job-runner.ts'
import { change, type ServerScope } from '#server/scope.ts'

const count = hourlyJob({ kind: 'storage.count', isPatient: true, run: countDerived })

export const storageCountJobs: readonly JobHandler[] = [count.handler]
export const startStorageCount = count.start

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
