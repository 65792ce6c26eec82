import type { Instant } from '#shared/units.ts'
import type { Db } from '#server/db/open-database.ts'
import { defineHook } from '#server/hooks.ts'

/** Whether a link still works that lets in whoever has it. */
export const isOpenInvite = defineHook<[db: Db, inviteId: string, now: Instant], boolean>('account.open_invite')

/** Addresses that were invited and may still come. */
export const invitedAddresses = defineHook<[db: Db, now: Instant], readonly string[]>('account.invited_addresses')

/** Whether two people meet somewhere, each there by whatever way. */
export const sharesContext = defineHook<[db: Db, one: string, other: string], boolean>('account.shared_context')

export async function areAcquainted(db: Db, one: string, other: string): Promise<boolean> {
  return (await sharesContext.ask(db, one, other)).some(Boolean)
}
