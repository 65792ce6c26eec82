import type { Db } from '#server/db/open-database.ts'
import { defineHook } from '#server/hooks.ts'

/** What a guest began becomes an account's, in the transaction that hands over what they wrote. */
export const guestClaimed = defineHook<[db: Db, guestId: string, userId: string]>('guest.claimed')
