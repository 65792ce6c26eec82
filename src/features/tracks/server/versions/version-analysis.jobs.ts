import { existsSync } from 'node:fs'
import type { Selectable } from 'kysely'
import type { AnalysisOutcome } from '#audio/analysis-report.ts'
import { ANALYSIS_VERSION } from '#audio/analysis-version.ts'
import { crashPoint } from '#server/crash-points.ts'
import type { Db } from '#server/db/open-database.ts'
import { emit } from '#server/events/events.queries.ts'
import { jobHandler, type JobHandler, type JobRun } from '#server/jobs/job-runner.ts'
import { enqueue, finishJob } from '#server/jobs/jobs.queue.ts'
import { analyse, outputsIn } from '#server/media/analyse-upload.ts'
import { change, type ServerScope } from '#server/scope.ts'
import { hasFreeSpace, whileSpace } from '#server/storage/free-space.ts'
import { StorageFull } from '#server/storage/storage.ts'
import { withFolder } from '#server/process/workshop.ts'
import { AnalysisTurn } from './analysis-turn.ts'
import { derivedFiles, derivedFileKey } from './derived-files.ts'
import type { VersionTable } from '../tracks.tables.ts'
import { tellDifferences } from './version-differences.queries.ts'
import { versionReady } from './version-hooks.ts'
import { analyseLongVersion, analyseVersion, analysisKey } from './version-analysis.kind.ts'

type Version = Selectable<VersionTable>

export const versionAnalysisJobs: readonly JobHandler[] = [
  jobHandler({
    ...analyseVersion,
    async run({ versionId }, run) {
      const version = await findVersion(run.services.database.db, versionId)
      if (!version) return
      const turn = new AnalysisTurn(run)
      try {
        await settle(run, version, await examine(run, version, turn))
      } catch (error) {
        if (!turn.signal.aborted || run.signal.aborted) throw error
        await letOthersPass(run, version)
      } finally {
        turn.end()
      }
    },
    buried: ({ versionId }, reason, scope) => refuse(scope, versionId, reason),
  }),
  jobHandler({
    ...analyseLongVersion,
    async run({ versionId }, run) {
      const version = await findVersion(run.services.database.db, versionId)
      if (version) await settle(run, version, await examine(run, version))
    },
    buried: ({ versionId }, reason, scope) => refuse(scope, versionId, reason),
  }),
]

async function letOthersPass({ scope, job }: JobRun, { id, project_id: projectId }: Version): Promise<void> {
  await change(scope, async (tx) => {
    if (await finishJob(tx.db, job, tx.now()))
      await enqueue(
        tx,
        analyseLongVersion,
        { versionId: id },
        { key: analysisKey(id), projectId, attempts: job.attempts },
      )
  })
}

async function refuse(scope: ServerScope, versionId: string, reason: string): Promise<void> {
  const version = await findVersion(scope.db, versionId)
  if (!version) return
  await scope.db
    .updateTable('versions')
    .set({ state: 'refused', verdict: 'crashed', verdict_detail: reason.slice(0, 500) })
    .where('id', '=', version.id)
    .execute()
  await emit(scope, `project:${version.project_id}`, 'version.refused', refsOf(version))
}

/** Analyses the original for as long as its turn lasts, and stores the results. */
async function examine({ services, signal }: JobRun, version: Version, turn?: AnalysisTurn): Promise<AnalysisOutcome> {
  const { storage, workshop, bus } = services
  // Uploaded files take precedence over the space that running uploads reserve.
  if (!(await hasFreeSpace(services, version.size_bytes))) throw new StorageFull()
  return withFolder(workshop, 'analysis', async (folder) => {
    const outputs = outputsIn(folder)
    const onProgress = (fraction: number) => {
      turn?.progress(fraction)
      bus.tick({ stream: `project:${version.project_id}`, subject: version.id, fraction })
    }
    const outcome = await storage.withFile(
      version.storage_key,
      (path) =>
        whileSpace(services, turn ? AbortSignal.any([signal, turn.signal]) : signal, (whileIt) =>
          analyse({ path, outputs, signal: whileIt, onProgress }),
        ),
      signal,
    )
    crashPoint('analysis.decoded')
    if (outcome.ok)
      for (const file of derivedFiles)
        if (existsSync(outputs[file])) await storage.putFile(derivedFileKey(version, file), outputs[file], signal)
    crashPoint('analysis.stored')
    return outcome
  })
}

/** Writes the result and the job's end in one transaction: after a crash the job runs again with the same result. */
async function settle({ scope, job }: JobRun, analysed: Version, outcome: AnalysisOutcome): Promise<void> {
  await change(scope, async (tx) => {
    if (!(await finishJob(tx.db, job, tx.now()))) return
    // Its track may have moved to another project meanwhile.
    const now = await tx.db.selectFrom('versions').select('project_id').where('id', '=', analysed.id).executeTakeFirst()
    const version = { ...analysed, ...now }
    const result = outcome.ok
      ? {
          state: 'ready' as const,
          verdict: null,
          verdict_detail: null,
          report: JSON.stringify(outcome.report),
          duration_seconds: outcome.report.format.durationSeconds,
        }
      : { state: 'refused' as const, verdict: outcome.verdict, verdict_detail: outcome.detail.slice(0, 500) }
    await tx.db
      .updateTable('versions')
      .set({ ...result, analysis_version: ANALYSIS_VERSION })
      .where('id', '=', version.id)
      .execute()
    // Locks the project's stream, so that the neighbouring version's analysis waits here.
    await emit(tx, `project:${version.project_id}`, outcome.ok ? 'version.ready' : 'version.refused', refsOf(version))
    if (outcome.ok) {
      await tellDifferences(tx.db, version)
      const { id, project_id: projectId, track_id: trackId, number } = version
      await versionReady.ask(tx, { id, projectId, trackId, number })
    }
    crashPoint('analysis.settled')
  })
}

function refsOf(version: Version): Readonly<Record<string, string>> {
  return { projectId: version.project_id, trackId: version.track_id, versionId: version.id }
}

async function findVersion(db: Db, id: string): Promise<Version | undefined> {
  return db.selectFrom('versions').selectAll().where('id', '=', id).executeTakeFirst()
}
