import * as z from 'zod'
import { askAll, versionsUnderWay } from '#features/tracks/server/track-hooks.ts'
import { jobHandler, type JobHandler } from '#server/jobs/job-runner.ts'
import { enqueue, JOB_LEASE_MS, type JobKind } from '#server/jobs/jobs.queue.ts'
import { change, serverScope, type ServerScope } from '#server/scope.ts'
import type { Services } from '#server/services.ts'
import { sweepBlobs } from '#server/storage/sweep-blobs.ts'
import { HOUR_MS } from '#shared/units.ts'
import { readFacts } from './facts/file-facts.kind.ts'
import { keepFacts } from './facts/kept-facts.queries.ts'
import { versionIdOfFile } from './file-keys.ts'
import { namedProjectFiles } from './file-counts.queries.ts'

const sweep: JobKind<Record<string, never>> = {
  kind: 'project-files.sweep',
  payload: z.strictObject({}),
  maxAttempts: 5,
  leaseMs: JOB_LEASE_MS,
}

export const fileJobs: readonly JobHandler[] = [
  jobHandler({
    ...readFacts,
    run: ({ versionId }, { scope }) => keepFacts(scope, versionId),
  }),
  jobHandler({
    ...sweep,
    async run(_, { services, scope, signal }) {
      const runAt = services.now() + HOUR_MS
      // Queues the next sweep first, so that a failing sweep is not the last. One key per hour prevents a second chain.
      await change(serverScope(services), (tx) =>
        enqueue(tx, sweep, {}, { key: `${sweep.kind}:${Math.floor(runAt / HOUR_MS)}`, runAt }),
      )
      await sweepProjectFiles(scope, signal)
    },
  }),
]

export async function startFileSweep(services: Services): Promise<void> {
  await change(serverScope(services), (scope) => enqueue(scope, sweep, {}, { key: sweep.kind }))
}

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
