import type { Milliseconds } from '#shared/units.ts'
import type { Db } from '#server/db/open-database.ts'
import type { Services } from '#server/services.ts'
import { blobDigest } from '#server/storage/blob-digest.ts'
import type { BlobEntry, Storage } from '#server/storage/storage.ts'
import { versionIdOf } from '#server/storage/version-key.ts'
import { expectedFiles, type ExpectedFile } from '#features/administration/server/expected-files.ts'

/** A file without a row may be a write in progress, but not after this time. */
export const GRACE_MS: Milliseconds = 24 * 3600_000
/** The store's prefixes that are ours; a bucket may contain other objects. */
export const FILE_ROOTS = ['projects/', 'attachments/', 'files/'] as const

export interface Orphan {
  readonly key: string
  readonly sizeBytes: number
}

export interface Missing {
  readonly key: string
  readonly of: string
  readonly isDerived: boolean
}

export interface Mismatch extends Missing {
  readonly expected: Facts
  readonly found: Facts
}

interface Facts {
  readonly sizeBytes: number
  /** Null if it was not read, or no row has it. */
  readonly sha256: string | null
}

export interface Verified {
  /** In the store without a row, and older than a day. */
  readonly orphans: readonly Orphan[]
  /** With a row, but not in the store. */
  readonly missing: readonly Missing[]
  /** In the store with another size or other bytes than the row has. */
  readonly mismatched: readonly Mismatch[]
  readonly files: number
  readonly bytes: number
  readonly hashed: number
}

type Looking = Pick<Services, 'database' | 'storage' | 'now'>

/**
 * Compares rows and files, also while a server is running: apparent problems are checked again with current rows and
 * files. `isQuick` compares sizes only.
 */
export async function verifyFiles(
  services: Looking,
  { isQuick = false, tell = () => undefined }: { isQuick?: boolean; tell?: (line: string) => void } = {},
): Promise<Verified> {
  const expected = await expectedFiles(services.database.db)
  const stored = await listStored(services.storage)
  const wanted = [...expected.values()]
  const missing = wanted.filter(({ key, isRequired }) => isRequired && !stored.has(key))
  const mismatched: Mismatch[] = []
  let hashed = 0
  for (const file of wanted) {
    const entry = stored.get(file.key)
    if (!entry || file.sizeBytes === null) continue
    const found = await mismatchOf(services.storage, file, entry.sizeBytes, isQuick)
    if (!isQuick) hashed++
    if (found) mismatched.push(found)
    if (hashed > 0 && hashed % 100 === 0) tell(`${hashed} files read`)
  }
  const orphans = [...stored.values()].filter((entry) => isOldEnough(services, entry) && !expected.has(entry.key))
  return {
    ...(await confirmed(services, { orphans, missing, mismatched })),
    files: stored.size,
    bytes: stored.values().reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    hashed,
  }
}

interface Suspects {
  readonly orphans: readonly BlobEntry[]
  readonly missing: readonly ExpectedFile[]
  readonly mismatched: readonly Mismatch[]
}

async function confirmed(
  { database: { db }, storage }: Looking,
  suspects: Suspects,
): Promise<Pick<Verified, 'orphans' | 'missing' | 'mismatched'>> {
  const isNamed = await namedNow(db)
  const expected = await expectedFiles(db)
  const missing: Missing[] = []
  for (const { key } of suspects.missing) {
    const file = expected.get(key)
    if (file?.isRequired && !(await storage.find(key))) missing.push({ key, of: file.of, isDerived: file.isDerived })
  }
  return {
    orphans: suspects.orphans
      .filter(({ key }) => !isNamed(key) && !expected.has(key))
      .map(({ key, sizeBytes }) => ({ key, sizeBytes }))
      .toSorted(byKey),
    missing: missing.toSorted(byKey),
    mismatched: suspects.mismatched
      .filter(({ key, expected: { sha256 } }) => expected.get(key)?.sha256 === sha256)
      .toSorted(byKey),
  }
}

/**
 * Keys of running uploads. Read before the versions: an upload that is sealed in between then has a version, and is
 * never missed in both.
 */
async function namedNow(db: Db): Promise<(key: string) => boolean> {
  const open = await db
    .selectFrom('uploads')
    .select(['version_id', 'storage_key'])
    .where('state', 'in', ['receiving', 'sealing'])
    .execute()
  const versions = new Set(open.map(({ version_id: id }) => id))
  const keys = new Set(open.map(({ storage_key: key }) => key))
  return (key) => keys.has(key) || versions.has(versionIdOf(key) ?? '')
}

/** Those that nothing refers to now: call right before deleting. */
export async function stillOrphans(services: Looking, keys: readonly string[]): Promise<readonly string[]> {
  const isNamed = await namedNow(services.database.db)
  const expected = await expectedFiles(services.database.db)
  const orphans: string[] = []
  for (const key of keys) {
    const entry = await services.storage.find(key)
    if (entry && isOldEnough(services, entry) && !isNamed(key) && !expected.has(key)) orphans.push(key)
  }
  return orphans
}

function isOldEnough({ now }: Looking, { modifiedAt }: Pick<BlobEntry, 'modifiedAt'>): boolean {
  return modifiedAt < now() - GRACE_MS
}

async function listStored(storage: Storage): Promise<ReadonlyMap<string, BlobEntry>> {
  const stored = new Map<string, BlobEntry>()
  for (const root of FILE_ROOTS) for await (const entry of storage.list(root)) stored.set(entry.key, entry)
  return stored
}

async function mismatchOf(
  storage: Storage,
  { key, of, isDerived, sizeBytes, sha256 }: ExpectedFile,
  foundBytes: number,
  isQuick: boolean,
): Promise<Mismatch | undefined> {
  const expected = { sizeBytes: sizeBytes ?? foundBytes, sha256 }
  if (foundBytes !== expected.sizeBytes)
    return { key, of, isDerived, expected, found: { sizeBytes: foundBytes, sha256: null } }
  if (isQuick || sha256 === null) return undefined
  const found = await blobDigest(storage, key)
  return found === undefined || found === sha256
    ? undefined
    : { key, of, isDerived, expected, found: { sizeBytes: foundBytes, sha256: found } }
}

function byKey(a: { readonly key: string }, b: { readonly key: string }): number {
  return a.key < b.key ? -1 : 1
}
