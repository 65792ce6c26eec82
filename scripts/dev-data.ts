import { existsSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DataInUse, holdFile } from '#server/process/process-lock.ts'

/** The data folder of `npm run dev` unless DATA_DIR is set: never `./data`, which `npm start` serves. */
export const DEV_DATA = resolve(import.meta.dirname, '../dev-data')

/** Deletes a data folder; refuses while a server runs on it. */
export function deleteData(folder: string): void {
  if (!existsSync(folder)) return
  const held = holdFile(join(folder, 'roughmix.lock'))
  if (!held) throw new DataInUse(`A server runs on ${folder}. Stop it first (Ctrl-C where npm run dev runs).`)
  held.release()
  rmSync(folder, { recursive: true })
}
