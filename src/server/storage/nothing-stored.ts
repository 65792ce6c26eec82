import type { Db } from '../db/open-database.ts'

/** Whether no row names a file: only then may the folder of files be empty, otherwise its volume is missing. */
export async function nothingStored(db: Db): Promise<boolean> {
  const version = await db.selectFrom('versions').select('id').limit(1).executeTakeFirst()
  return (
    version === undefined && (await db.selectFrom('uploads').select('id').limit(1).executeTakeFirst()) === undefined
  )
}
