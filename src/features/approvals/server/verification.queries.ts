import type * as z from 'zod'
import { refused } from '#shared/errors.ts'
import { blobDigest } from '#server/storage/blob-digest.ts'
import type { Storage } from '#server/storage/storage.ts'
import type { TrackScope } from '#features/tracks/server/tracks.scope.ts'
import type { Verification } from '../approvals.contract.ts'

/** Reads the file as it lies in the store now, also of a version in the trash. */
export async function verifyDecision(
  { db, storage, track, now }: TrackScope,
  decisionId: string,
): Promise<z.infer<typeof Verification>> {
  const decision = await db
    .selectFrom('approval_decisions')
    .select(['version_id', 'sha256'])
    .where('id', '=', decisionId)
    .where('track_id', '=', track.id)
    .executeTakeFirst()
  if (!decision) throw refused.not_found()
  const version = await db
    .selectFrom('versions')
    .select('storage_key')
    .where('id', '=', decision.version_id)
    .executeTakeFirst()
  const stored = version ? await digestOf(storage, version.storage_key) : undefined
  return { recorded: decision.sha256, stored: stored ?? null, matches: stored === decision.sha256, checkedAt: now() }
}

/** Who asks for the same file at the same moment waits for the same reading. */
const reading = new WeakMap<Storage, Map<string, Promise<string | undefined>>>()

function digestOf(storage: Storage, key: string): Promise<string | undefined> {
  const here = reading.get(storage) ?? new Map<string, Promise<string | undefined>>()
  reading.set(storage, here)
  const known = here.get(key)
  if (known) return known
  const made = blobDigest(storage, key).finally(() => here.delete(key))
  here.set(key, made)
  return made
}
