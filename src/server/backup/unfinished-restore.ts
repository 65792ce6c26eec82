import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Lies in a data folder while it is being filled: a server that started on half of it would take it for all there is. */
export const UNFINISHED = 'restore-unfinished'
/** In that file where only the database is filled, and the files of the folder are not to be touched. */
export const ROWS_ALONE = 'rows'

export class RestoreUnfinished extends Error {}

export function refuseUnfinished(dataDir: string): void {
  const path = join(dataDir, UNFINISHED)
  if (!existsSync(path)) return
  throw new RestoreUnfinished(readFileSync(path, 'utf8') === ROWS_ALONE
    ? `The rows of ${dataDir} were being restored, and that was not finished. Remove its roughmix.sqlite, or empty the database in DATABASE_URL, and restore the rows again. The files stay where they are.`
    : `${dataDir} was being restored, and that was not finished. Empty the folder and restore the backup again.`)
}
