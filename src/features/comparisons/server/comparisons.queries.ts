import type { Selectable } from 'kysely'
import { refused } from '#shared/errors.ts'
import { KEPT_BY_THE_BROWSER } from '#server/http/cache-control.ts'
import type { Exchange } from '#server/http/exchange.ts'
import { sendBlob } from '#server/http/send-blob.ts'
import { enqueuePatiently } from '#server/jobs/patient-work.ts'
import type { ProjectScope } from '#server/scope.ts'
import { derivedKey } from '#server/storage/version-key.ts'
import { trackErrors } from '#features/tracks/tracks.errors.ts'
import type { VersionTable } from '#features/tracks/server/tracks.tables.ts'
import type { Comparison } from '../comparisons.contract.ts'
import { comparisonErrors } from '../comparisons.errors.ts'
import { compareTwo } from './comparisons.kind.ts'
import type { ComparisonTable } from './comparisons.tables.ts'

type Version = Selectable<VersionTable>

/** Of one project. There are as many pairs as versions squared, and any of them can be made again. */
const COMPARISONS_KEPT = 1000
const FORGOTTEN_AT_ONCE = 50

/** What changed from one version to another: as known, or begun now; again where it failed. */
export async function askForComparison(scope: ProjectScope, { versionA, versionB }: { readonly versionA: string; readonly versionB: string }): Promise<Comparison> {
  const { db, projectId, newId, now } = scope
  if (versionA === versionB) throw comparisonErrors['comparison.same_version']()
  for (const id of [versionA, versionB]) refuseUnheard(await openHearable(scope, id))
  const ofPair = () => db.selectFrom('comparisons').selectAll().where('version_a', '=', versionA).where('version_b', '=', versionB)
  const begun = await db
    .insertInto('comparisons')
    .values({ id: newId(), project_id: projectId, version_a: versionA, version_b: versionB, state: 'working', result: null, error: null, created_at: now() })
    .onConflict((c) => c.columns(['version_a', 'version_b']).doNothing())
    .executeTakeFirst()
  const again = await db.updateTable('comparisons').set({ state: 'working', error: null }).where('version_a', '=', versionA).where('version_b', '=', versionB).where('state', '=', 'failed').executeTakeFirst()
  const row = await ofPair().executeTakeFirstOrThrow()
  if (Number(begun.numInsertedOrUpdatedRows ?? 0) + Number(again.numUpdatedRows) > 0) {
    await enqueuePatiently(scope, compareTwo, { comparisonId: row.id }, { key: `${compareTwo.kind}:${row.id}`, bytes: 0 })
    await forgetOldest(scope)
  }
  return comparisonOf(row)
}

/** Makes room for one more. A map that is being read stays readable to its end. */
async function forgetOldest({ db, projectId, storage, afterCommit, log }: ProjectScope): Promise<void> {
  const old = await db
    .selectFrom('comparisons')
    .innerJoin('versions', 'versions.id', 'comparisons.version_b')
    .select(['comparisons.id', 'comparisons.version_a', 'versions.storage_key'])
    .where('comparisons.project_id', '=', projectId)
    .where('comparisons.state', '!=', 'working')
    .orderBy('comparisons.created_at', 'desc')
    .orderBy('comparisons.id')
    .limit(FORGOTTEN_AT_ONCE)
    .offset(COMPARISONS_KEPT)
    .execute()
  for (const { id, version_a: versionA, storage_key } of old) {
    await db.deleteFrom('comparisons').where('id', '=', id).execute()
    // A bounce that was made the newest again has the same file, and so the same map.
    const other = await db.selectFrom('comparisons').innerJoin('versions', 'versions.id', 'comparisons.version_b').select('comparisons.id').where('comparisons.version_a', '=', versionA).where('versions.storage_key', '=', storage_key).executeTakeFirst()
    if (other) continue
    afterCommit(() => void storage.remove(comparisonMapKey({ storage_key }, versionA)).catch((error: unknown) => log.warn({ err: error }, 'the map of an old comparison stays')))
  }
}

export async function readComparison(scope: ProjectScope, id: string): Promise<Comparison> {
  return comparisonOf((await openComparison(scope, id)).row)
}

export async function sendComparisonMap(scope: ProjectScope, id: string, exchange: Exchange): Promise<void> {
  const { row, b } = await openComparison(scope, id)
  if (row.state !== 'ready') throw comparisonErrors['comparison.not_ready']()
  await sendBlob({ ...exchange, storage: scope.storage, key: comparisonMapKey(b, row.version_a), contentType: 'application/octet-stream', etag: `${row.id}-map`, disposition: 'inline', cacheControl: KEPT_BY_THE_BROWSER })
}

/** With the newer version's own files, so that it goes when that goes. */
export function comparisonMapKey(b: Pick<Version, 'storage_key'>, versionA: string): string {
  return derivedKey(b.storage_key, `changes-from-${versionA}.rmcm`)
}

/** A comparison of versions that both can still be heard: one in the trash takes it along. */
async function openComparison(scope: ProjectScope, id: string): Promise<{ readonly row: Selectable<ComparisonTable>; readonly b: Version }> {
  const row = await scope.db.selectFrom('comparisons').selectAll().where('id', '=', id).where('project_id', '=', scope.projectId).executeTakeFirst()
  if (!row) throw refused.not_found()
  await openHearable(scope, row.version_a)
  return { row, b: await openHearable(scope, row.version_b) }
}

/** A version of any track of the project that is not in the trash. */
async function openHearable({ db, projectId }: ProjectScope, versionId: string): Promise<Version> {
  const version = await db
    .selectFrom('versions')
    .innerJoin('tracks', 'tracks.id', 'versions.track_id')
    .selectAll('versions')
    .where('versions.id', '=', versionId)
    .where('versions.project_id', '=', projectId)
    .where('versions.deleted_at', 'is', null)
    .where('tracks.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!version) throw refused.not_found()
  return version
}

function refuseUnheard(version: Version): void {
  if (version.report === null) throw trackErrors[version.state === 'checking' ? 'version.not_ready' : 'version.no_stream']()
}

function comparisonOf(row: Selectable<ComparisonTable>): Comparison {
  return { id: row.id, versionA: row.version_a, versionB: row.version_b, state: row.state, result: row.result === null ? null : JSON.parse(row.result), error: row.error, createdAt: row.created_at }
}
