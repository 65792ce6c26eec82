import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Instant } from '#shared/units.ts'
import { digestOfFile } from './back-up.ts'
import { FILE_LIST, MANIFEST, Manifest, parseFileLines } from './backup-manifest.ts'

/** Folders of ours alone: whatever else lies beside them is never touched. */
const NAME = /^roughmix-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}Z$/

export interface KeptBackup {
  readonly path: string
  /** Undefined for one that was not finished. */
  readonly at: Instant | undefined
}

/** `roughmix-2026-11-22T03-00Z`. */
export function backupName(at: Instant): string {
  return `roughmix-${new Date(at).toISOString().slice(0, 16).replace(':', '-')}Z`
}

/** Those that the server has made here, the newest first. */
export async function keptBackups(folder: string): Promise<readonly KeptBackup[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => NAME.test(name)).toSorted().toReversed()
  return Promise.all(names.map(async (name) => ({ path: join(folder, name), at: (await manifestOf(join(folder, name)).catch(() => undefined))?.at })))
}

async function manifestOf(path: string): Promise<{ readonly manifest: Manifest; readonly at: Instant }> {
  const manifest = Manifest.parse(JSON.parse(await readFile(join(path, MANIFEST), 'utf8')))
  return { manifest, at: Date.parse(manifest.at) }
}

/**
 * Reads a backup back from where it lies: the database, the list of files, every file that was copied now, and that the
 * others, which are the very files of an earlier backup, are there in their size. Throws in words what is wrong.
 */
export async function proveBackup(path: string, copiedNow: ReadonlySet<string>): Promise<void> {
  const { manifest } = await manifestOf(path)
  if ((await digestOfFile(join(path, manifest.database.file))) !== manifest.database.sha256) throw new Error(`The database in ${path} is not what was written there.`)
  const list = await readFile(join(path, FILE_LIST), 'utf8')
  if (createHash('sha256').update(list).digest('hex') !== manifest.files.sha256) throw new Error(`The list of files in ${path} is not what was written there.`)
  for (const { key, sizeBytes, sha256 } of parseFileLines(list)) {
    const file = join(path, 'files', key)
    const size = (await stat(file).catch(() => undefined))?.size
    if (size !== sizeBytes || (copiedNow.has(key) && (await digestOfFile(file)) !== sha256)) throw new Error(`${file} is not what was written there.`)
  }
  // Of what is gone an older backup may have the only copy.
  const lacking = [...manifest.missing, ...manifest.altered]
  if (lacking.length > 0) throw new Error(`The backup is kept, but ${lacking.length} files are missing or have other bytes than their rows say, ${lacking.slice(0, 3).join(', ')} among them. Older backups stay. “npm run -s admin -- verify” names them all.`)
}

/** Removes what is older than the newest so many; what was not finished goes as well, once something newer is whole. */
export async function pruneBackups(folder: string, keep: number): Promise<number> {
  const all = await keptBackups(folder)
  const finished = all.filter(({ at }) => at !== undefined)
  const stay = new Set(finished.slice(0, keep))
  const newest = finished[0]
  const old = newest === undefined ? [] : all.slice(all.indexOf(newest)).filter((one) => !stay.has(one))
  for (const { path } of old) {
    // First, so that one that is half removed is no backup any more.
    await rm(join(path, MANIFEST), { force: true })
    await rm(path, { recursive: true, force: true })
  }
  return old.length
}
