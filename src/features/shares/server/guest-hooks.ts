import type { Db } from '#server/db/open-database.ts'
import { defineHook } from '#server/hooks.ts'

/** Gives a guest's content to an account, in the transaction that claims their notes. */
export const guestClaimed = defineHook<[db: Db, guestId: string, userId: string]>('guest.claimed')
