import { DAY_MS } from '#shared/units.ts'
import type { ServerScope } from '../scope.ts'

/** A blob without a row may be an upload in progress, but not after this time. */
const GRACE_MS = DAY_MS
const AT_ONCE = 200

interface BlobSweep {
  /** A folder of the store. */
  readonly prefix: string
  /** Those of these keys that nothing refers to. Asked right before they are removed. */
  readonly orphansAmong: (keys: readonly string[]) => Promise<readonly string[]>
  readonly signal?: AbortSignal | undefined
}

/** Removes blobs that are a day old and that nothing refers to. Returns how many. */
export async function sweepBlobs(
  { storage, now }: Pick<ServerScope, 'storage' | 'now'>,
  { prefix, orphansAmong, signal }: BlobSweep,
): Promise<number> {
  let removed = 0
  let old: string[] = []
  const removeThese = async () => {
    for (const key of old.length > 0 ? await orphansAmong(old) : []) {
      signal?.throwIfAborted()
      await storage.remove(key)
      removed++
    }
    old = []
  }
  for await (const { key, modifiedAt } of storage.list(prefix)) {
    signal?.throwIfAborted()
    if (modifiedAt >= now() - GRACE_MS) continue
    old.push(key)
    if (old.length === AT_ONCE) await removeThese()
  }
  await removeThese()
  return removed
}
