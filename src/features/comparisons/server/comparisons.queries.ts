import type { Selectable } from 'kysely'
import * as z from 'zod'
import { COMPARISON_VERSION, type ComparisonResult } from '#audio/comparison-result.ts'
import { storedTempo } from '#features/tracks/server/tracks.queries.ts'
import { openVersion } from '#features/tracks/server/tracks.scope.ts'
import type { VersionTable } from '#features/tracks/server/tracks.tables.ts'
import { trackErrors } from '#features/tracks/tracks.contract.ts'
import { type Exchange, KEPT_BY_THE_BROWSER } from '#server/http/http-exchange.ts'
import { sendBlob } from '#server/http/send-blob.ts'
import { askForQueued, JOB_LEASE_MS, type JobKind } from '#server/jobs/jobs.queue.ts'
import { enqueueLowPriority, mayQueue } from '#server/jobs/low-priority-jobs.ts'
import type { ProjectScope } from '#server/scope.ts'
import { derivedKey } from '#server/storage/version-key.ts'
import { refused } from '#shared/errors.ts'
import { comparisonLines } from '../comparison-words.ts'
import { namedParts } from './comparison-hooks.ts'
import { type Comparison, comparisonErrors } from '../comparisons.contract.ts'
import type { ComparisonTable } from './comparisons.tables.ts'

/** Aligns two versions and finds what changed. */
export const compareTwo: JobKind<{ comparisonId: string }> = {
  kind: 'version.compare',
  payload: z.object({ comparisonId: z.string() }),
  maxAttempts: 3,
  leaseMs: JOB_LEASE_MS,
  isPatient: true,
}

/** The same for neighbours in a track, before anybody asks. */
export const compareUnasked: typeof compareTwo = { ...compareTwo, kind: 'version.compare-neighbours', isUnasked: true }

/** Of its job, of either kind: at most one is queued. */
export const comparisonKey = (comparisonId: string) => `${compareTwo.kind}:${comparisonId}`

type Version = Selectable<VersionTable>

/** Per project. There are as many pairs as versions squared, and any pair can be compared again. */
const COMPARISONS_KEPT = 1000
const FORGOTTEN_AT_ONCE = 50

/**
 * The changes between two versions, from the table or computed now; computed again after a failure or by an older
 * release.
 */
export async function askForComparison(
  scope: ProjectScope,
  asked: { readonly versionA: string; readonly versionB: string },
): Promise<Comparison> {
  const { db, projectId, newId, now } = scope
  if (asked.versionA === asked.versionB) throw comparisonErrors['comparison.same_version']()
  const [one, other] = [await openHearable(scope, asked.versionA), await openHearable(scope, asked.versionB)]
  for (const version of [one, other]) refuseUnheard(version)
  const [a, b] = inOrder(one, other)
  const ofPair = () =>
    db.selectFrom('comparisons').selectAll().where('version_a', '=', a.id).where('version_b', '=', b.id)
  const begun = await db
    .insertInto('comparisons')
    .values({
      id: newId(),
      project_id: projectId,
      version_a: a.id,
      version_b: b.id,
      state: 'working',
      result: null,
      error: null,
      created_at: now(),
    })
    .onConflict((c) => c.columns(['version_a', 'version_b']).doNothing())
    .executeTakeFirst()
  const known = await ofPair().executeTakeFirstOrThrow()
  const isStale = known.state === 'failed' || resultOf(known) === 'outdated'
  const again = isStale
    ? await db
        .updateTable('comparisons')
        .set({ state: 'working', error: null, result: null })
        .where('id', '=', known.id)
        .where('state', '=', known.state)
        .executeTakeFirst()
    : undefined
  if (Number(begun.numInsertedOrUpdatedRows ?? 0) + Number(again?.numUpdatedRows ?? 0) > 0) {
    await enqueueLowPriority(scope, compareTwo, { comparisonId: known.id }, { key: comparisonKey(known.id), bytes: 0 })
    await forgetOldest(scope)
  }
  // With too many that somebody waits for, one that is queued anyway keeps its turn.
  if ((known.state !== 'ready' || isStale) && (await mayQueue(scope, compareTwo)))
    await askForQueued(scope, comparisonKey(known.id), { from: compareUnasked, to: compareTwo })
  return comparisonOf(scope, await ofPair().executeTakeFirstOrThrow(), { a, b })
}

/** Within a track the older version first; across tracks the one requested last, as the reference. */
function inOrder(one: Version, other: Version): readonly [a: Version, b: Version] {
  if (one.track_id !== other.track_id) return [other, one]
  return one.number < other.number ? [one, other] : [other, one]
}

/** Deletes the oldest comparison. A map that is being read stays readable to its end. */
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
    // A version that was made the newest again shares its file, and therefore the map.
    const other = await db
      .selectFrom('comparisons')
      .innerJoin('versions', 'versions.id', 'comparisons.version_b')
      .select('comparisons.id')
      .where('comparisons.version_a', '=', versionA)
      .where('versions.storage_key', '=', storage_key)
      .executeTakeFirst()
    if (other) continue
    afterCommit(
      () =>
        void storage
          .remove(comparisonMapKey({ storage_key }, versionA))
          .catch((error: unknown) => log.warn({ err: error }, 'the map of an old comparison stays')),
    )
  }
}

export async function readComparison(scope: ProjectScope, id: string): Promise<Comparison> {
  const { row, a, b } = await openComparison(scope, id)
  return comparisonOf(scope, row, { a, b })
}

export async function sendComparisonMap(scope: ProjectScope, id: string, exchange: Exchange): Promise<void> {
  const { row, b } = await openComparison(scope, id)
  if (row.state !== 'ready' || resultOf(row) === 'outdated') throw comparisonErrors['comparison.not_ready']()
  await sendBlob({
    ...exchange,
    storage: scope.storage,
    key: comparisonMapKey(b, row.version_a),
    contentType: 'application/octet-stream',
    etag: `${row.id}-map`,
    disposition: 'inline',
    cacheControl: KEPT_BY_THE_BROWSER,
  })
}

/** Stored with the newer version's files, so that it is deleted with them. */
export function comparisonMapKey(b: Pick<Version, 'storage_key'>, versionA: string): string {
  return derivedKey(b.storage_key, `changes-from-${versionA}.rmcm`)
}

/** A comparison whose versions both exist; moving one to the trash hides it. */
async function openComparison(
  scope: ProjectScope,
  id: string,
): Promise<{ readonly row: Selectable<ComparisonTable>; readonly a: Version; readonly b: Version }> {
  const row = await scope.db
    .selectFrom('comparisons')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', scope.projectId)
    .executeTakeFirst()
  if (!row) throw refused.not_found()
  return { row, a: await openHearable(scope, row.version_a), b: await openHearable(scope, row.version_b) }
}

/** Any version of the project that is not in the trash; a guest's link must reach it. */
async function openHearable(scope: ProjectScope, versionId: string): Promise<Version> {
  const { db, projectId } = scope
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
  if (scope.share) await openVersion(scope, version.track_id, version.id)
  return version
}

function refuseUnheard(version: Version): void {
  if (version.report === null)
    throw trackErrors[version.state === 'checking' ? 'version.not_ready' : 'version.no_stream']()
}

interface NamedVersion extends Pick<Version, 'number' | 'track_id'> {
  readonly title: string
  readonly tempo: string | null
}

async function namedVersion({ db }: ProjectScope, { number, track_id }: Version): Promise<NamedVersion> {
  const { title, tempo } = await db
    .selectFrom('tracks')
    .select(['title', 'tempo'])
    .where('id', '=', track_id)
    .executeTakeFirstOrThrow()
  return { number, track_id, title, tempo }
}

/** Null while there is none. */
function resultOf({ result }: Pick<Selectable<ComparisonTable>, 'result'>): ComparisonResult | 'outdated' | null {
  if (result === null) return null
  const made = JSON.parse(result) as ComparisonResult
  return made.version === COMPARISON_VERSION ? made : 'outdated'
}

async function comparisonOf(
  scope: ProjectScope,
  row: Selectable<ComparisonTable>,
  versions: { readonly a: Version; readonly b: Version },
): Promise<Comparison> {
  const [a, b] = [await namedVersion(scope, versions.a), await namedVersion(scope, versions.b)]
  const made = resultOf(row)
  const areVersions = a.track_id === b.track_id
  const nameOf = ({ number, title }: NamedVersion) => (areVersions ? `v${number}` : `${title} v${number}`)
  const [state, error] = made === 'outdated' ? (['failed', 'outdated'] as const) : [row.state, row.error]
  const result = made === 'outdated' ? null : made
  const tempo = areVersions ? storedTempo(a.tempo) : null
  const known = {
    ...(tempo && { beatsPerMinute: tempo.beatsPerMinute, beatsPerBar: tempo.beatsPerBar }),
    // The names of parts are notes, which a link may not show.
    parts:
      result === null || scope.share
        ? []
        : (await namedParts.ask(scope, { id: versions.a.id, trackId: a.track_id })).flat(),
  }
  const lines = result === null ? [] : comparisonLines(result, { a: nameOf(a), b: nameOf(b), areVersions }, 'a', known)
  return {
    id: row.id,
    versionA: row.version_a,
    versionB: row.version_b,
    state,
    known,
    lines: [...lines],
    result,
    error,
    createdAt: row.created_at,
  }
}
