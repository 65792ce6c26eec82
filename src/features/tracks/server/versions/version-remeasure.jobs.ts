import { existsSync } from 'node:fs'
import { type Selectable, sql } from 'kysely'
import type { AnalysisOutcome, AnalysisReport } from '#audio/analysis-report.ts'
import { ANALYSIS_VERSION } from '#audio/analysis-version.ts'
import type { Db } from '#server/db/open-database.ts'
import { emit } from '#server/events/events.queries.ts'
import { jobHandler, type JobHandler, type JobRun } from '#server/jobs/job-runner.ts'
import { enqueue, finishJob } from '#server/jobs/jobs.queue.ts'
import { analyse, outputsIn } from '#server/media/analyse-upload.ts'
import { MediaEngineError } from '#server/media/media-process.ts'
import { withFolder } from '#server/process/workshop.ts'
import { hasFreeSpace } from '#server/storage/free-space.ts'
import { StorageFull } from '#server/storage/storage.ts'
import { change, serverScope, type ServerScope } from '#server/scope.ts'
import type { Services } from '#server/services.ts'
import { MINUTE_MS, type Milliseconds } from '#shared/units.ts'
import type { VersionTable } from '../tracks.tables.ts'
import { derivedFileKey } from './derived-files.ts'
import { AnalysisTurn } from './analysis-turn.ts'
import { remeasureKey, remeasureVersion } from './version-analysis.kind.ts'
import { tellDifferences } from './version-differences.queries.ts'

/** So many wait at most, so that what is uploaded meanwhile never stands behind a long list. */
const MOST_WAITING = 10
/** A long file that gave way to first analyses tries again after this. */
const REST_MS: Milliseconds = 5 * MINUTE_MS
/** The decoder does not start here: that is not the file's fault, and its report stays outdated. */
const UNTIL_MENDED_MS: Milliseconds = 60 * MINUTE_MS

type Version = Selectable<VersionTable>

export const versionRemeasureJobs: readonly JobHandler[] = [
  jobHandler({
    ...remeasureVersion,
    async run({ versionId }, run) {
      const version = await findOutdated(run.services.database.db, versionId)
      if (!version) return change(run.scope, remeasureNext)
      const turn = new AnalysisTurn(run)
      try {
        await settle(run, version, await measure(run, version, turn))
      } catch (error) {
        if (run.signal.aborted) throw error
        if (!turn.signal.aborted && !(error instanceof MediaEngineError)) throw error
        await rest(run, version, turn.signal.aborted ? REST_MS : UNTIL_MENDED_MS)
      } finally {
        turn.end()
      }
    },
    // What it was keeps its report, and is not tried for ever.
    async buried({ versionId }, _, scope) {
      await markMeasured(scope.db, versionId)
      await remeasureNext(scope)
    },
  }),
]

export async function startRemeasuring(services: Services): Promise<void> {
  await change(serverScope(services), remeasureNext)
}

/** Queues the newest current versions whose report an older analysis made, as long as few wait. */
export async function remeasureNext(scope: ServerScope): Promise<void> {
  const { db } = scope
  const waiting = await db
    .selectFrom('jobs')
    .select('unique_key')
    .where('kind', '=', remeasureVersion.kind)
    .where('state', 'in', ['ready', 'active'])
    .execute()
  const free = MOST_WAITING - waiting.length
  if (free <= 0) return
  const keys = new Set(waiting.map((job) => job.unique_key))
  const versions = await outdatedVersions(db, MOST_WAITING + waiting.length)
  const next = versions.filter(({ id }) => !keys.has(remeasureKey(id))).slice(0, free)
  for (const { id, project_id: projectId } of next)
    await enqueue(scope, remeasureVersion, { versionId: id }, { key: remeasureKey(id), projectId })
}

/** Current versions, by the rule of `findCurrentVersion`, the latest first. */
async function outdatedVersions(db: Db, limit: number): Promise<readonly Pick<Version, 'id' | 'project_id'>[]> {
  return db
    .selectFrom('versions')
    .innerJoin('tracks', 'tracks.id', 'versions.track_id')
    .innerJoin('projects', 'projects.id', 'versions.project_id')
    .select(['versions.id', 'versions.project_id'])
    .where('versions.analysis_version', '<', ANALYSIS_VERSION)
    .where('versions.state', '=', 'ready')
    .where('versions.report', 'is not', null)
    .where('tracks.deleted_at', 'is', null)
    .where('projects.deleted_at', 'is', null)
    .where('versions.id', '=', (eb) =>
      eb
        .selectFrom('versions as current')
        .select('current.id')
        .whereRef('current.track_id', '=', 'tracks.id')
        .where('current.deleted_at', 'is', null)
        .orderBy(
          sql`case when current.id = coalesce(tracks.final_version_id, tracks.current_version_id) then 0 else 1 end`,
        )
        .orderBy(sql`case when current.from_guest is null then 0 else 1 end`)
        .orderBy('current.sequence', 'desc')
        .limit(1),
    )
    .orderBy('versions.created_at', 'desc')
    .orderBy('versions.id')
    .limit(limit)
    .execute()
}

/** Only measures: the stream and the waveform stay as they are, so that whoever plays it hears no gap. */
async function measure({ services, signal }: JobRun, version: Version, turn: AnalysisTurn): Promise<AnalysisOutcome> {
  const { storage, workshop } = services
  if (!(await hasFreeSpace(services, version.size_bytes))) throw new StorageFull()
  return withFolder(workshop, 'measuring-again', async (folder) => {
    const { energy } = outputsIn(folder)
    const outcome = await storage.withFile(
      version.storage_key,
      (path) =>
        analyse({
          path,
          outputs: { energy },
          signal: AbortSignal.any([signal, turn.signal]),
          onProgress: (fraction) => turn.progress(fraction),
        }),
      signal,
    )
    if (outcome.ok && existsSync(energy)) await storage.putFile(derivedFileKey(version, 'energy'), energy, signal)
    return outcome
  })
}

async function settle(run: JobRun, { id }: Version, outcome: AnalysisOutcome): Promise<void> {
  await change(run.scope, async (tx) => {
    if (!(await finishJob(tx.db, run.job, tx.now()))) return
    const version = await findOutdated(tx.db, id)
    if (version && outcome.ok) {
      // What belongs to the stored files stays theirs.
      const before: AnalysisReport = JSON.parse(version.report ?? 'null')
      const { stream, samples } = before
      const { speakers } = outcome.report.stream
      const report = {
        ...outcome.report,
        stream: { ...stream, ...(speakers && { speakers }) },
        ...(samples !== undefined && { samples }),
      }
      await tx.db
        .updateTable('versions')
        .set({ report: JSON.stringify(report), analysis_version: ANALYSIS_VERSION })
        .where('id', '=', id)
        .where('state', '=', 'ready')
        .where('analysis_version', '<', ANALYSIS_VERSION)
        .execute()
      const { project_id: projectId, track_id: trackId } = version
      await emit(tx, `project:${projectId}`, 'version.remeasured', { projectId, trackId, versionId: id })
      await tellDifferences(tx.db, version)
    } else if (version) await markMeasured(tx.db, id)
    await remeasureNext(tx)
  })
}

async function rest({ scope, job }: JobRun, { id, project_id: projectId }: Version, restMs: Milliseconds) {
  await change(scope, async (tx) => {
    if (await finishJob(tx.db, job, tx.now()))
      await enqueue(
        tx,
        remeasureVersion,
        { versionId: id },
        { key: remeasureKey(id), projectId, runAt: tx.now() + restMs },
      )
  })
}

async function markMeasured(db: Db, versionId: string): Promise<void> {
  await db
    .updateTable('versions')
    .set({ analysis_version: ANALYSIS_VERSION })
    .where('id', '=', versionId)
    .where('state', '=', 'ready')
    .execute()
}

/** Undefined if somebody had it analysed in the meantime, or deleted it. */
async function findOutdated(db: Db, id: string): Promise<Version | undefined> {
  return db
    .selectFrom('versions')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .where('report', 'is not', null)
    .where('analysis_version', '<', ANALYSIS_VERSION)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}
