import { access, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { syncFolder } from '../storage/disk-files.ts'

const MARKER = '.roughmix-backups'
/** A file in the data folder that lists the backup folders this machine has seen. */
const KNOWN = 'backup-folders'

/**
 * Why nothing may be written to the backup folder: it held backups before and is now another folder (for example, the
 * volume is not mounted).
 */
export async function backupVolumeMissing(folder: string, dataDir: string): Promise<string | undefined> {
  if ((await isMarked(folder)) || !(await knownFolders(dataDir)).includes(resolve(folder))) return undefined
  return (
    `${folder} lacks its marker, but backups were made there before. Is its volume mounted? If this is the right ` +
    `folder, create the file ${join(folder, MARKER)}.`
  )
}

/** Call when a backup is complete. */
export async function markBackupVolume(folder: string, dataDir: string): Promise<void> {
  await writeFile(
    join(folder, MARKER),
    'Roughmix keeps its backups in this folder and looks for this marker to know that the volume is mounted.\n',
    { mode: 0o600, flush: true },
  )
  await syncFolder(folder)
  await knowBackupVolume(folder, dataDir)
}

/** Also remembers a folder that another process has marked, once this one has seen it. */
export async function knowBackupVolume(folder: string, dataDir: string): Promise<void> {
  const known = await knownFolders(dataDir)
  if (known.includes(resolve(folder)) || !(await isMarked(folder))) return
  await writeFile(join(dataDir, KNOWN), [...known, resolve(folder), ''].join('\n'), { mode: 0o600, flush: true })
}

function isMarked(folder: string): Promise<boolean> {
  return access(join(folder, MARKER)).then(
    () => true,
    () => false,
  )
}

async function knownFolders(dataDir: string): Promise<readonly string[]> {
  const text = await readFile(join(dataDir, KNOWN), 'utf8').catch(() => '')
  return text.split('\n').filter((line) => line !== '')
}
