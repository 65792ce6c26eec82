import { access, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Instant } from '#shared/units.ts'
import { fileDigest } from '#server/storage/blob-digest.ts'
import { isMissing, syncFolder } from '#server/storage/disk-files.ts'
import { FILE_LIST, MANIFEST, Manifest, parseFileLines } from './backup-manifest.ts'

/** Folders that this server named; others beside them are never touched. */
const NAME = /^roughmix-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}Z$/

/** A file that is written after a backup was verified. */
const PROVEN = 'proven'

export interface KeptBackup {
  readonly path: string
  /** Undefined if the backup is unfinished or was never verified. */
  readonly at: Instant | undefined
}

/** `roughmix-2026-11-22T03-00Z`. */
export function backupName(at: Instant): string {
  return `roughmix-${new Date(at).toISOString().slice(0, 16).replace(':', '-')}Z`
}

/** Backups that the server made in this folder, newest first. */
export async function keptBackups(folder: string): Promise<readonly KeptBackup[]> {
  const names = (await readdir(folder).catch(() => []))
    .filter((name) => NAME.test(name))
    .toSorted()
    .toReversed()
  return Promise.all(
    names.map(async (name) => ({
      path: join(folder, name),
      at: await provenAt(join(folder, name)).catch(() => undefined),
    })),
  )
}

async function provenAt(path: string): Promise<Instant> {
  await access(join(path, PROVEN))
  return Date.parse((await manifestOf(path)).at)
}

async function manifestOf(path: string): Promise<Manifest> {
  return Manifest.parse(JSON.parse(await readFile(join(path, MANIFEST), 'utf8')))
}

/**
 * Removes the verification mark before a backup is changed. False if there was none: then its contents cannot be
 * trusted.
 */
export async function withdrawProof(path: string): Promise<boolean> {
  try {
    await rm(join(path, PROVEN))
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

/** Removes an unfinished backup, unless an earlier one was finished in the same folder. */
export async function dropUnfinished(path: string): Promise<void> {
  const isFinished = await access(join(path, MANIFEST)).then(
    () => true,
    (error: unknown) => !isMissing(error),
  )
  if (!isFinished) await rm(path, { recursive: true, force: true })
}

/**
 * Verifies a stored backup: the database, the file list, every file copied now, and the presence and size of the
 * others, which are hard links to a verified backup. Throws a readable description of the first problem.
 */
export async function proveBackup(path: string, copiedNow: ReadonlySet<string>, signal?: AbortSignal): Promise<void> {
  const manifest = await manifestOf(path)
  if ((await fileDigest(join(path, manifest.database.file), signal)) !== manifest.database.sha256)
    throw new Error(`The database in ${path} is not what was written there.`)
  const list = await readFile(join(path, FILE_LIST), 'utf8')
  if (createHash('sha256').update(list).digest('hex') !== manifest.files.sha256)
    throw new Error(`The list of files in ${path} is not what was written there.`)
  for (const { key, sizeBytes, sha256 } of parseFileLines(list)) {
    signal?.throwIfAborted()
    const file = join(path, 'files', key)
    const size = (await stat(file).catch(() => undefined))?.size
    if (size !== sizeBytes || (copiedNow.has(key) && (await fileDigest(file, signal)) !== sha256))
      throw new Error(`${file} is not what was written there.`)
  }
  await writeFile(join(path, PROVEN), 'Everything here was read back once it was written.\n', {
    mode: 0o600,
    flush: true,
  })
  await syncFolder(path)
  // An older backup may have the only copy of files that are missing here.
  const lacking = [...manifest.missing, ...manifest.altered]
  if (lacking.length > 0)
    throw new Error(
      `The backup is kept, but ${lacking.length} files are missing or have other bytes than their rows say, ` +
        `${lacking.slice(0, 3).join(', ')} among them. Older backups stay. “npm ` +
        'run -s admin -- verify” names them all.',
    )
}

/**
 * Removes all but the newest `keep` backups; also removes unfinished or unverified ones that are older than a complete
 * one.
 */
export async function pruneBackups(folder: string, keep: number): Promise<number> {
  const all = await keptBackups(folder)
  const finished = all.filter(({ at }) => at !== undefined)
  const stay = new Set(finished.slice(0, keep))
  const newest = finished[0]
  const old = newest === undefined ? [] : all.slice(all.indexOf(newest)).filter((one) => !stay.has(one))
  for (const { path } of old) {
    // First, so that a partly removed folder no longer counts as a backup.
    await rm(join(path, MANIFEST), { force: true })
    await rm(path, { recursive: true, force: true })
  }
  return old.length
}
