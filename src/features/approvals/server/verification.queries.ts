import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import type * as z from 'zod'
import { refused } from '#shared/errors.ts'
import { BlobMissing, type Storage } from '#server/storage/storage.ts'
import type { TrackScope } from '#features/tracks/server/tracks.scope.ts'
import type { Verification } from '../approvals.contract.ts'

/** Reads the file as it lies in the store now, also of a version in the trash. */
export async function verifyDecision({ db, storage, track, now }: TrackScope, decisionId: string): Promise<z.infer<typeof Verification>> {
  const decision = await db.selectFrom('approval_decisions').select(['version_id', 'sha256']).where('id', '=', decisionId).where('track_id', '=', track.id).executeTakeFirst()
  if (!decision) throw refused.not_found()
  const version = await db.selectFrom('versions').select('storage_key').where('id', '=', decision.version_id).executeTakeFirst()
  const stored = version ? await digestOf(storage, version.storage_key) : null
  return { recorded: decision.sha256, stored, matches: stored === decision.sha256, checkedAt: now() }
}

/** Who asks for the same file at the same moment waits for the same reading. */
const reading = new WeakMap<Storage, Map<string, Promise<string | null>>>()

function digestOf(storage: Storage, key: string): Promise<string | null> {
  const here = reading.get(storage) ?? new Map<string, Promise<string | null>>()
  reading.set(storage, here)
  const known = here.get(key)
  if (known) return known
  const made = readDigest(storage, key).finally(() => here.delete(key))
  here.set(key, made)
  return made
}

async function readDigest(storage: Storage, key: string): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    await pipeline(await storage.read(key), async (source: AsyncIterable<Uint8Array>) => {
      for await (const bytes of source) hash.update(bytes)
    })
  } catch (error) {
    if (error instanceof BlobMissing) return null
    throw error
  }
  return hash.digest('hex')
}
