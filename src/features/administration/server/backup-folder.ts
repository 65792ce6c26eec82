import { link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '#server/config.ts'
import { newId } from '#server/ids.ts'
import { syncFolder } from '#server/storage/disk-files.ts'
import { freeSpaceBeside } from '#server/storage/free-space-gate.ts'
import { DiskStorage } from '#server/storage/disk.storage.ts'
import type { BackupTarget } from './back-up.ts'
import { FILE_LIST, fileLines, MANIFEST, parseFileLines, SECRET, type BackedUpFile } from './backup-manifest.ts'
import { BackupRefused } from './backup-refused.ts'

/**
 * Writes a backup as a folder of plain files. Updates an existing backup: equal files are not read again. With `like`,
 * equal files of another backup are hard-linked, so many backups need little more space than one. Files in a folder
 * that was not verified are replaced.
 */
export async function backupFolder(
  folder: string,
  like: string | undefined,
  config: Config,
  { isBelieved = true }: { readonly isBelieved?: boolean } = {},
): Promise<BackupTarget> {
  const own = await filesOf(folder)
  if (own === undefined && (await readdir(folder).catch(() => [])).length > 0)
    throw new BackupRefused(`${folder} holds something else. Name a new folder, or one that holds a backup.`)
  const alike = like === undefined ? undefined : await filesOf(like)
  if (like !== undefined && alike === undefined) throw new BackupRefused(`${like} holds no backup.`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const room = freeSpaceBeside(folder, config)
  // From here until the new manifest is written the folder is an unfinished backup, but recognizable as ours.
  const storage = new DiskStorage(join(folder, 'files'), newId, { room })
  await storage.open({ isNew: true })
  return {
    workshop: folder,
    room,
    async keep({ key, sha256 }, facts) {
      const isEqual = (known: BackedUpFile | undefined): known is BackedUpFile =>
        known !== undefined &&
        known.sizeBytes === facts.sizeBytes &&
        known.modifiedAt === facts.modifiedAt &&
        (sha256 === null || known.sha256 === sha256)
      const here = isBelieved ? own?.get(key) : undefined
      if (isEqual(here) && (await storage.find(key))?.sizeBytes === here.sizeBytes) return here
      const there = alike?.get(key)
      return isEqual(there) && (await linked(join(like ?? '', 'files', key), join(folder, 'files', key), there))
        ? there
        : undefined
    },
    async add(key, source) {
      await storage.put(key, source)
    },
    async finish({ manifest, databasePath, files, secret }) {
      // Written first, because it marks the folder as ours if a later step fails.
      await replace(join(folder, FILE_LIST), fileLines(files))
      await rename(databasePath, join(folder, manifest.database.file))
      const other = manifest.database.file === 'rows.jsonl' ? 'roughmix.sqlite' : 'rows.jsonl'
      await rm(join(folder, other), { force: true })
      if (secret !== undefined) await replace(join(folder, SECRET), secret)
      await replace(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`)
      await syncFolder(folder)
      const keys = new Set(files.map(({ key }) => key))
      for await (const { key } of storage.list('')) if (!keys.has(key)) await storage.remove(key)
    },
  }
}

/** Undefined if the folder contains no backup, finished or unfinished. */
async function filesOf(folder: string): Promise<ReadonlyMap<string, BackedUpFile> | undefined> {
  try {
    return new Map(parseFileLines(await readFile(join(folder, FILE_LIST), 'utf8')).map((file) => [file.key, file]))
  } catch {
    const names = await readdir(folder).catch(() => [])
    // A first backup that was aborted.
    return names.length > 0 &&
      names.every((name) => name === 'files' || name === `${FILE_LIST}.new` || name.startsWith('backup-'))
      ? new Map()
      : undefined
  }
}

/** False if linking is impossible (another disk) or the file has changed. */
async function linked(from: string, to: string, { sizeBytes }: BackedUpFile): Promise<boolean> {
  try {
    if ((await stat(from)).size !== sizeBytes) return false
    await mkdir(dirname(to), { recursive: true })
    await rm(to, { force: true })
    await link(from, to)
    return true
  } catch {
    return false
  }
}

async function replace(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text, { mode: 0o600, flush: true })
  await rename(`${path}.new`, path)
}
