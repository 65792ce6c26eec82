import type { Db } from '#server/db/open-database.ts'
import { defineHook } from '#server/hooks.ts'

/** Whether two people meet somewhere, each there by whatever way. */
export const sharesContext = defineHook<[db: Db, one: string, other: string], boolean>('account.shared_context')

export async function areAcquainted(db: Db, one: string, other: string): Promise<boolean> {
  return (await sharesContext.ask(db, one, other)).some(Boolean)
}
