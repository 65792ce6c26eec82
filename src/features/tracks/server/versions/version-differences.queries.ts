import type { Selectable } from 'kysely'
import type { AnalysisReport } from '#audio/analysis-report.ts'
import { isVersionChange, versionChanges } from '#audio/version-changes.ts'
import type { Db } from '#server/db/open-database.ts'
import type { VersionTable } from '../tracks.tables.ts'

type Version = Pick<Selectable<VersionTable>, 'id' | 'track_id' | 'number' | 'sha256'>
type Analysed = Version & { readonly report: string }

/**
 * Writes into the reports how a version that has just been analysed differs from the one before it, and the one after
 * it from this one: analyses end in any order.
 */
export async function tellDifferences(db: Db, version: Version): Promise<void> {
  const [before, now, after] = [
    await neighbour(db, version, '<'),
    await neighbour(db, version, '='),
    await neighbour(db, version, '>'),
  ]
  if (before && now) await judge(db, before, now)
  if (now && after) await judge(db, now, after)
}

/** Of a version that has none before it any more. */
export async function forgetDifferences(db: Db, versionId: string): Promise<void> {
  const row = await db.selectFrom('versions').select('report').where('id', '=', versionId).executeTakeFirst()
  if (!row?.report) return
  const report: AnalysisReport = JSON.parse(row.report)
  await db
    .updateTable('versions')
    .set({
      report: JSON.stringify({ ...report, findings: report.findings.filter((finding) => !isVersionChange(finding)) }),
    })
    .where('id', '=', versionId)
    .execute()
}

async function neighbour(
  db: Db,
  { track_id: trackId, number }: Version,
  where: '<' | '=' | '>',
): Promise<Analysed | undefined> {
  return db
    .selectFrom('versions')
    .select(['id', 'track_id', 'number', 'sha256', 'report'])
    .where('track_id', '=', trackId)
    .where('number', where, number)
    .where('deleted_at', 'is', null)
    .where('report', 'is not', null)
    .$narrowType<{ report: string }>()
    .orderBy('number', where === '<' ? 'desc' : 'asc')
    .executeTakeFirst()
}

async function judge(db: Db, before: Analysed, after: Analysed): Promise<void> {
  const [old, report]: readonly AnalysisReport[] = [JSON.parse(before.report), JSON.parse(after.report)]
  if (!old || !report) return
  const changes = versionChanges({ ...old.format, sha256: before.sha256, samples: old.samples }, report, after.sha256)
  const findings = [...report.findings.filter((finding) => !isVersionChange(finding)), ...changes]
  await db
    .updateTable('versions')
    .set({ report: JSON.stringify({ ...report, findings }) })
    .where('id', '=', after.id)
    .execute()
}
