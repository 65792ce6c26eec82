import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Lies in a data folder while it is being filled: a server that started on half of it would take it for all there is. */
export const UNFINISHED = 'restore-unfinished'

export class RestoreUnfinished extends Error {}

export function refuseUnfinished(dataDir: string): void {
  if (existsSync(join(dataDir, UNFINISHED))) throw new RestoreUnfinished(`${dataDir} was being restored, and that was not finished. Empty the folder and restore the backup again.`)
}
