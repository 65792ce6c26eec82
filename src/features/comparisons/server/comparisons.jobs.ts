import type { Selectable } from 'kysely'
import type { VersionTable } from '#features/tracks/server/tracks.tables.ts'
import { derivedFileKey } from '#features/tracks/server/versions/derived-files.ts'
import type { Db } from '#server/db/open-database.ts'
import { emit } from '#server/events/events.queries.ts'
import { jobHandler, type JobHandler, type JobRun } from '#server/jobs/job-runner.ts'
import { finishJob } from '#server/jobs/jobs.queue.ts'
import { compareVersions, type ComparisonOutcome } from '#server/media/compare-versions.ts'
import { change, type ServerScope } from '#server/scope.ts'
import { compareTwo, compareUnasked, comparisonMapKey } from './comparisons.queries.ts'
import type { ComparisonTable } from './comparisons.tables.ts'

type Row = Selectable<ComparisonTable>
type Version = Selectable<VersionTable>

interface Pair {
  readonly row: Row
  readonly a: Version
  readonly b: Version
}

export const comparisonJobs: readonly JobHandler[] = [compareTwo, compareUnasked].map((kind) =>
  jobHandler({
    ...kind,
    async run({ comparisonId }, run) {
      const pair = await findPair(run.services.database.db, comparisonId)
      if (!pair) return
      const outcome = await compare(run, pair)
      await change(run.scope, async (tx) => {
        if (await finishJob(tx.db, run.job, tx.now())) await settle(tx, pair.row, ended(outcome))
      })
    },
    async buried({ comparisonId }, _, scope) {
      const pair = await findPair(scope.db, comparisonId)
      if (pair) await settle(scope, pair.row, { state: 'failed', error: 'crashed', result: null })
    },
  }),
)

/** Compares both originals in a decoder process and stores the map. */
async function compare({ services, signal }: JobRun, { row, a, b }: Pair): Promise<ComparisonOutcome> {
  const { storage, bus } = services
  const onProgress = (fraction: number) => bus.tick({ stream: `project:${row.project_id}`, subject: row.id, fraction })
  const local = <T>(version: Version, work: (files: { readonly sound: string; readonly grid: string }) => Promise<T>) =>
    storage.withFile(
      version.storage_key,
      (sound) => storage.withFile(derivedFileKey(version, 'energy'), (grid) => work({ sound, grid }), signal),
      signal,
    )
  const outcome = await local(a, (fromA) =>
    local(b, (fromB) => compareVersions({ a: fromA, b: fromB }, { signal, onProgress })),
  )
  if (outcome.ok) await storage.put(comparisonMapKey(b, a.id), outcome.map, signal)
  return outcome
}

type Ended = Pick<Row, 'result' | 'error'> & { readonly state: 'ready' | 'failed' }

function ended(outcome: ComparisonOutcome): Ended {
  if (outcome.ok) return { state: 'ready', result: JSON.stringify(outcome.result), error: null }
  return {
    state: 'failed',
    result: null,
    error: outcome.verdict === 'too-heavy' || outcome.verdict === 'too-long' ? 'too-heavy' : 'not-comparable',
  }
}

async function settle(scope: ServerScope, row: Row, end: Ended): Promise<void> {
  await scope.db.updateTable('comparisons').set(end).where('id', '=', row.id).execute()
  await emit(scope, `project:${row.project_id}`, `comparison.${end.state}`, {
    projectId: row.project_id,
    comparisonId: row.id,
  })
}

/** Undefined if either version was deleted for good. */
async function findPair(db: Db, id: string): Promise<Pair | undefined> {
  const row = await db.selectFrom('comparisons').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const versions = await db
    .selectFrom('versions')
    .selectAll()
    .where('id', 'in', [row.version_a, row.version_b])
    .execute()
  const [a, b] = [row.version_a, row.version_b].map((versionId) => versions.find((version) => version.id === versionId))
  return a && b ? { row, a, b } : undefined
}
