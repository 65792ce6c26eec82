import { COMPARISON_VERSION, type ComparisonResult } from '#audio/comparison-result.ts'
import type { ReadyVersion } from '#features/tracks/server/versions/version-hooks.ts'
import { enqueue } from '#server/jobs/jobs.queue.ts'
import { change, type VisitorScope } from '#server/scope.ts'
import { hasFreeSpace } from '#server/storage/free-space.ts'
import { compareUnasked, comparisonKey } from './comparisons.queries.ts'

/** Two versions of one track, the older first. */
export interface VersionPair {
  readonly projectId: string
  readonly a: string
  readonly b: string
}

/**
 * Queues the comparisons of a new version with the version before it, and with the one after it, because analyses end
 * in any order. Neighbours that are not ready yet are passed over: they ask for themselves.
 */
export async function compareNeighbours(scope: VisitorScope, version: ReadyVersion): Promise<void> {
  const { id, projectId } = version
  const before = await neighbourOf(scope, version, '<')
  if (before) await queueOnce(scope, { projectId, a: before, b: id })
  const after = await neighbourOf(scope, version, '>')
  if (after) await queueOnce(scope, { projectId, a: id, b: after })
}

async function neighbourOf(
  { db }: VisitorScope,
  { trackId, number }: ReadyVersion,
  where: '<' | '>',
): Promise<string | undefined> {
  const found = await db
    .selectFrom('versions')
    .innerJoin('tracks', 'tracks.id', 'versions.track_id')
    .select('versions.id')
    .where('versions.track_id', '=', trackId)
    .where('versions.number', where, number)
    .where('versions.deleted_at', 'is', null)
    .where('tracks.deleted_at', 'is', null)
    .where('versions.report', 'is not', null)
    .orderBy('versions.number', where === '<' ? 'desc' : 'asc')
    .executeTakeFirst()
  return found?.id
}

/** More are queued by the reads after it. */
const QUEUED_AT_ONCE = 20

/**
 * Queues comparisons that a read found missing. The read does not wait for it and never fails because of it: they are
 * queued later, in one change, and not while the disk is full.
 */
export function compareAfterwards(scope: VisitorScope, pairs: readonly VersionPair[]): void {
  if (pairs.length === 0) return
  scope.afterCommit(() => {
    setImmediate(() => {
      queueAll(scope, pairs.slice(0, QUEUED_AT_ONCE)).catch((error: unknown) =>
        scope.log.warn({ err: error }, 'comparisons of neighbours are not queued'),
      )
    })
  })
}

async function queueAll(scope: VisitorScope, pairs: readonly VersionPair[]): Promise<void> {
  if (!(await hasFreeSpace(scope, 0))) return
  await change(scope, async (tx) => {
    for (const pair of pairs) await queueOnce(tx, pair)
  })
}

/**
 * Queues a comparison that nobody has asked for, once: what failed is tried again only when somebody asks. One by an
 * older release is made again.
 */
async function queueOnce(scope: VisitorScope, { projectId, a, b }: VersionPair): Promise<void> {
  const { db, newId, now } = scope
  const heard = await db
    .selectFrom('versions')
    .select('id')
    .where('id', 'in', [a, b])
    .where('report', 'is not', null)
    .execute()
  if (heard.length < 2) return
  const id = newId()
  const begun = await db
    .insertInto('comparisons')
    .values({
      id,
      project_id: projectId,
      version_a: a,
      version_b: b,
      state: 'working',
      result: null,
      error: null,
      created_at: now(),
    })
    .onConflict((c) => c.columns(['version_a', 'version_b']).doNothing())
    .executeTakeFirst()
  const isNew = Number(begun.numInsertedOrUpdatedRows ?? 0) > 0
  const comparisonId = isNew ? id : await reopened(scope, a, b)
  if (comparisonId !== undefined)
    await enqueue(scope, compareUnasked, { comparisonId }, { key: comparisonKey(comparisonId), projectId })
}

/** The id of a comparison by an older release, which counts as not made from now on; undefined if there is none. */
async function reopened({ db }: VisitorScope, a: string, b: string): Promise<string | undefined> {
  const known = await db
    .selectFrom('comparisons')
    .select(['id', 'result'])
    .where('version_a', '=', a)
    .where('version_b', '=', b)
    .where('state', '=', 'ready')
    .executeTakeFirst()
  if (!known || known.result === null) return undefined
  const { version } = JSON.parse(known.result) as ComparisonResult
  if (version === COMPARISON_VERSION) return undefined
  const again = await db
    .updateTable('comparisons')
    .set({ state: 'working', error: null, result: null })
    .where('id', '=', known.id)
    .where('state', '=', 'ready')
    .executeTakeFirst()
  return Number(again.numUpdatedRows) > 0 ? known.id : undefined
}
