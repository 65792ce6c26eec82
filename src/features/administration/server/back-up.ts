import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type { Database } from '#server/db/open-database.ts'
import { productVersion } from '#server/product-version.ts'
import type { Services } from '#server/services.ts'
import type { FreeSpaceGate } from '#server/storage/free-space-gate.ts'
import { fileDigest } from '#server/storage/blob-digest.ts'
import type { BlobFacts } from '#server/storage/storage.ts'
import { fileLines, SECRET, type BackedUpFile, type Manifest } from './backup-manifest.ts'
import { copyDatabase, type DatabaseCopy } from './copy-database.ts'
import { expectedFiles, type ExpectedFile } from './expected-files.ts'

/** The target of a backup: a folder or a single file. */
export interface BackupTarget {
  /** An existing folder for the database copy while files are copied; may be inside the target. */
  readonly workshop: string
  /** Set if the target is on the disk of the data folder. */
  readonly room: FreeSpaceGate | undefined
  /** An identical file that the target already has, which need not be read again; undefined if it has none. */
  keep(file: ExpectedFile, facts: BlobFacts): Promise<BackedUpFile | undefined>
  add(key: string, source: Readable): Promise<void>
  finish(parts: FinishedParts): Promise<void>
}

export interface FinishedParts {
  readonly manifest: Manifest
  readonly databasePath: string
  readonly files: readonly BackedUpFile[]
  readonly secret: string | undefined
}

export interface BackedUp {
  readonly manifest: Manifest
  /** How many files were read; the target already had the others. */
  readonly read: number
  /** The keys of those files. */
  readonly readKeys: ReadonlySet<string>
}

/** Files that disappear during the copy were deleted; the database is then copied again. */
const MOST_ROUNDS = 5

export interface BackingUp {
  readonly tell?: (line: string) => void
  /** Aborts, also in the middle of a file. */
  readonly signal?: AbortSignal
}

/**
 * Copies the database first, then the files it refers to, while the server keeps running. Later changes are not
 * included.
 */
export async function backUp(
  services: Services,
  target: BackupTarget,
  { tell, signal }: BackingUp = {},
): Promise<BackedUp> {
  const { config, database, storage } = services
  const folder = await mkdtemp(join(target.workshop, 'backup-'))
  const files = new Map<string, BackedUpFile>()
  const readKeys = new Set<string>()
  const added = async (key: string, { modifiedAt }: BlobFacts): Promise<BackedUpFile> => {
    const { sizeBytes, sha256 } = await hashedInto(await storage.read(key), (stream) => target.add(key, stream), signal)
    return { key, sizeBytes, sha256, modifiedAt }
  }
  const take = async (file: ExpectedFile): Promise<boolean> => {
    signal?.throwIfAborted()
    const facts = await storage.find(file.key)
    if (!facts) return false
    const kept = await target.keep(file, facts)
    if (!kept) {
      readKeys.add(file.key)
      if (readKeys.size % 100 === 0) tell?.(`${readKeys.size} files read`)
    }
    files.set(file.key, kept ?? (await added(file.key, facts)))
    return true
  }
  try {
    for (let round = 1; ; round++) {
      if (database.engine === 'sqlite') await refuseCopyWithoutRoom(target, database)
      const copied = await copyInto(services, join(folder, String(round)), { take, known: files, signal })
      const gone = copied.absent.length > 0 ? await stillMissing(database.db, copied.absent) : []
      if (gone.length < copied.absent.length && round < MOST_ROUNDS) continue
      const names = new Set(copied.wanted.map(({ key }) => key))
      const list = [...files.values()].filter(({ key }) => names.has(key))
      const altered = copied.wanted
        .filter((file) => file.sha256 !== null && files.has(file.key) && files.get(file.key)?.sha256 !== file.sha256)
        .map(({ key }) => key)
      const secretPath = join(config.DATA_DIR, SECRET)
      const secret =
        config.AUTH_SECRET === undefined && existsSync(secretPath) ? readFileSync(secretPath, 'utf8') : undefined
      const manifest: Manifest = {
        roughmix: 'backup',
        version: 1,
        at: copied.at,
        program: productVersion(),
        migrations: [...copied.migrations],
        database: {
          file: copied.file,
          sizeBytes: statSync(copied.path).size,
          sha256: await fileDigest(copied.path, signal),
        },
        tables: copied.tables,
        files: {
          count: list.length,
          bytes: list.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
          sha256: createHash('sha256').update(fileLines(list)).digest('hex'),
        },
        secret: secret !== undefined ? 'included' : config.AUTH_SECRET !== undefined ? 'configured' : 'none',
        missing: gone.toSorted(),
        altered: altered.toSorted(),
      }
      await target.finish({ manifest, databasePath: copied.path, files: list, secret })
      return { manifest, read: readKeys.size, readKeys }
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** SQLite writes its copy in one go, without asking the free-space gate. */
async function refuseCopyWithoutRoom({ room }: BackupTarget, { db }: Database): Promise<void> {
  if (!room) return
  const { rows } = await sql<{
    bytes: number
  }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`.execute(db)
  const writer = room.writer()
  writer.take(rows[0]?.bytes ?? 0)
  writer.close()
}

interface CopiedOnce extends DatabaseCopy {
  readonly at: string
  readonly path: string
  /** Keys that rows of the copy need but the store does not have. */
  readonly absent: readonly string[]
}

interface Taking {
  readonly take: (file: ExpectedFile) => Promise<boolean>
  readonly known: ReadonlyMap<string, BackedUpFile>
  readonly signal: AbortSignal | undefined
}

async function copyInto(
  { database, now }: Services,
  folder: string,
  { take, known, signal }: Taking,
): Promise<CopiedOnce> {
  await mkdir(folder)
  const at = new Date(now()).toISOString()
  const copied = await copyDatabase(database, folder, signal)
  // The snapshot ends before files are read: a large store would keep a PostgreSQL transaction open for hours.
  const absent: string[] = []
  for (const file of copied.wanted)
    if (!known.has(file.key) && !(await take(file)) && file.isRequired) absent.push(file.key)
  return { at, path: join(folder, copied.file), ...copied, absent }
}

/** Keys that the current database needs as well: those files are lost, and a new copy would not help. */
async function stillMissing(db: Services['database']['db'], keys: readonly string[]): Promise<readonly string[]> {
  const expected = await expectedFiles(db)
  return keys.filter((key) => expected.get(key)?.isRequired)
}

interface Hashed<T> {
  /** The consumer's result. */
  readonly kept: T
  readonly sizeBytes: number
  readonly sha256: string
}

/** Streams bytes to a consumer while counting and hashing them. Resolves or rejects after both have ended. */
export async function hashedInto<T>(
  source: Readable,
  keep: (stream: Readable) => Promise<T>,
  signal?: AbortSignal,
): Promise<Hashed<T>> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  const stream = new Transform({
    transform(chunk: Uint8Array, _, pass) {
      hash.update(chunk)
      sizeBytes += chunk.byteLength
      pass(null, chunk)
    },
  })
  const keeping = keep(stream).catch((error: Error) => {
    stream.destroy(error)
    throw error
  })
  const [kept, passed] = await Promise.allSettled([keeping, pipeline(source, stream, { signal })])
  // If the consumer fails, it also ends the source, so its error, such as a full disk, is the cause.
  if (kept.status === 'rejected') throw kept.reason
  if (passed.status === 'rejected') throw passed.reason
  return { kept: kept.value, sizeBytes, sha256: hash.digest('hex') }
}
