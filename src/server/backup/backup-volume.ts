import { access, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { syncFolder } from '../storage/disk-files.ts'

const MARKER = '.roughmix-backups'
/** In the data folder: where this machine has seen backups. */
const KNOWN = 'backup-folders'

/** Why nothing may be written into the folder for backups: there were some, and it is not the folder it was. */
export async function backupVolumeMissing(folder: string, dataDir: string): Promise<string | undefined> {
  if ((await isMarked(folder)) || !(await knownFolders(dataDir)).includes(resolve(folder))) return undefined
  return (
    `${folder} lacks its marker, but backups were made there before. Is its volume mounted? If this is the right ` +
    `folder, create the file ${join(folder, MARKER)}.`
  )
}

/** Once a backup is whole. */
export async function markBackupVolume(folder: string, dataDir: string): Promise<void> {
  await writeFile(
    join(folder, MARKER),
    'Roughmix keeps its backups in this folder and looks for this marker to know that the volume is mounted.\n',
    { mode: 0o600, flush: true },
  )
  await syncFolder(folder)
  await knowBackupVolume(folder, dataDir)
}

/** What another process has marked is known here as well, once it was seen. */
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
