import { jobHandler, type JobHandler } from '#server/jobs/job-runner.ts'
import type { ServerScope } from '#server/scope.ts'
import { eraseFiles } from './erase.queries.ts'
import { orphansAmong } from './orphan-files.ts'
import { askAll, namedFiles } from '../track-hooks.ts'

const AT_ONCE = 200

export const erasedFilesJobs: readonly JobHandler[] = [
  jobHandler({
    ...eraseFiles,
    run: ({ prefix }, { scope, signal }) => removeUnnamed(scope, prefix, signal),
  }),
]

/** A bounce that was made the newest again still has the file of a version that is gone: whatever a row names stays. */
async function removeUnnamed(scope: ServerScope, prefix: string, signal: AbortSignal): Promise<void> {
  let keys: string[] = []
  const removeThese = async () => {
    for (const key of await unnamed(scope, keys)) {
      signal.throwIfAborted()
      await scope.storage.remove(key)
    }
    keys = []
  }
  for await (const { key } of scope.storage.list(prefix)) {
    signal.throwIfAborted()
    keys.push(key)
    if (keys.length === AT_ONCE) await removeThese()
  }
  await removeThese()
}

async function unnamed(scope: ServerScope, keys: readonly string[]): Promise<readonly string[]> {
  const named = new Set((await askAll(namedFiles, scope.db, keys)).flat())
  const bounces = keys.filter((key) => key.startsWith('projects/'))
  return [
    ...(await orphansAmong(scope, bounces)),
    ...keys.filter((key) => !key.startsWith('projects/') && !named.has(key)),
  ]
}
