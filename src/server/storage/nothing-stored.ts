import type { Db } from '../db/open-database.ts'
import { namesFiles } from './storage-hooks.ts'

/** Whether no row names a file: only then may the file folder be empty; otherwise its volume is missing. */
export async function nothingStored(db: Db): Promise<boolean> {
  const answers = await namesFiles.ask(db)
  if (answers.length === 0) throw new Error('no feature says whether its rows name files: join the features first')
  return !answers.some(Boolean)
}
