import { askAll, versionsUnderWay } from '#features/tracks/server/track-hooks.ts'
import { hourlyJob } from '#server/jobs/hourly-job.ts'
import { jobHandler, type JobHandler } from '#server/jobs/job-runner.ts'
import type { ServerScope } from '#server/scope.ts'
import { sweepBlobs } from '#server/storage/sweep-blobs.ts'
import { readFacts } from './facts/file-facts.kind.ts'
import { giveUpFacts, keepFacts, queueUnreadFacts } from './facts/kept-facts.queries.ts'
import { versionIdOfFile } from './file-keys.ts'
import { namedProjectFiles } from './file-counts.queries.ts'

const sweep = hourlyJob({
  kind: 'project-files.sweep',
  async run(scope, signal) {
    await queueUnreadFacts(scope)
    await sweepProjectFiles(scope, signal)
  },
})

export const fileJobs: readonly JobHandler[] = [
  jobHandler({
    ...readFacts,
    run: ({ versionId }, { scope }) => keepFacts(scope, versionId),
    buried: ({ versionId }, _, scope) => giveUpFacts(scope, versionId),
  }),
  sweep.handler,
]
export const startFileSweep = sweep.start

/** Deletes blobs that neither a version nor a running upload refers to. Returns how many. */
export function sweepProjectFiles(scope: ServerScope, signal?: AbortSignal): Promise<number> {
  return sweepBlobs(scope, { prefix: 'files/', orphansAmong: (keys) => orphansOf(scope, keys), signal })
}

async function orphansOf({ db }: ServerScope, keys: readonly string[]): Promise<readonly string[]> {
  const ids = keys.flatMap((key) => versionIdOfFile(key) ?? [])
  // Uploads first: one that is sealed in between then has a version, and is never missed in both.
  const underWay = new Set((await askAll(versionsUnderWay, db, ids)).flat())
  const named = new Set(await namedProjectFiles(db, keys))
  return keys.filter((key) => !named.has(key) && !underWay.has(versionIdOfFile(key) ?? ''))
}
