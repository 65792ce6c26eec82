import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import type { Selectable } from 'kysely'
import { parseEnergyGrid } from '#audio/energy-file.ts'
import type { TrackScope } from '#features/tracks/server/tracks.scope.ts'
import type { VersionTable } from '#features/tracks/server/tracks.tables.ts'
import { derivedFileKey } from '#features/tracks/server/versions/derived-files.ts'
import { BlobMissing } from '#server/storage/storage.ts'
import type { LikelyTrack } from '../transfers.contract.ts'
import type { LikelyFound } from './likely-track.worker.ts'

/** The newest tracks of a project; nobody bounces into more at a time. */
const MOST_TRACKS = 200

type Known = Pick<Selectable<VersionTable>, 'id' | 'track_id' | 'number' | 'storage_key'> & { readonly title: string }

/** One at a time in this process: each takes a core for a second or two in a project with many tracks. */
let before: Promise<unknown> = Promise.resolve()

/**
 * Which other track of the project sounds like the one version of this track, by its newest versions; null where none
 * does. Two that are nearly as like each other, as a song and its instrumental, are never told apart for sure.
 */
export async function findLikelyTrack(scope: TrackScope): Promise<LikelyTrack> {
  const versions = await scope.db.selectFrom('versions').selectAll().where('track_id', '=', scope.track.id).execute()
  const [version] = versions
  if (version === undefined || versions.length > 1 || version.state !== 'ready') return { likely: null }
  const known = await newestOfOthers(scope)
  const found = known.length === 0 ? undefined : await inTurn(() => compare(scope, version, known))
  const match = found && known[found.index]
  return {
    likely: match
      ? {
          isSure: found.isSure,
          track: { id: match.track_id, title: match.title },
          versionId: match.id,
          number: match.number,
        }
      : null,
  }
}

async function newestOfOthers({ db, projectId, track }: TrackScope): Promise<readonly Known[]> {
  const rows = await db
    .selectFrom('versions')
    .innerJoin('tracks', 'tracks.id', 'versions.track_id')
    .select(['versions.id', 'versions.track_id', 'versions.number', 'versions.storage_key', 'tracks.title'])
    .where('tracks.project_id', '=', projectId)
    .where('tracks.id', '!=', track.id)
    .where('tracks.deleted_at', 'is', null)
    .where('tracks.archived_at', 'is', null)
    .where('tracks.status', '!=', 'final')
    .where('versions.deleted_at', 'is', null)
    .where('versions.state', '=', 'ready')
    .orderBy('versions.sequence', 'desc')
    .execute()
  return [...new Map(rows.toReversed().map((row) => [row.track_id, row])).values()].slice(-MOST_TRACKS)
}

async function compare(
  scope: TrackScope,
  version: Selectable<VersionTable>,
  known: readonly Known[],
): Promise<LikelyFound | undefined> {
  const subject = await readCells(scope, version)
  if (!subject) return undefined
  const worker = new Worker(new URL('./likely-track.worker.ts', import.meta.url), { workerData: subject })
  try {
    for (const other of known) worker.postMessage((await readCells(scope, other)) ?? null)
    worker.postMessage('end')
    const [found]: (LikelyFound | undefined)[] = await once(worker, 'message')
    return found
  } finally {
    await worker.terminate()
  }
}

/** Undefined where it is gone, or was made by an analysis that no longer is. */
async function readCells(
  { storage }: TrackScope,
  version: Pick<Known, 'storage_key'>,
): Promise<Float32Array<ArrayBuffer> | undefined> {
  try {
    const bytes = await buffer(await storage.read(derivedFileKey(version, 'energy')))
    return parseEnergyGrid(new Uint8Array(bytes).buffer).cells
  } catch (error) {
    if (error instanceof BlobMissing || error instanceof RangeError) return undefined
    throw error
  }
}

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = before.then(work)
  before = turn.catch(() => undefined)
  return turn
}
