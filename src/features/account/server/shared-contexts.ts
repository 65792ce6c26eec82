import type { Db } from '#server/db/open-database.ts'

/** Whether two people meet somewhere, each there by whatever way. */
export type SharedContext = (db: Db, one: string, other: string) => Promise<boolean>

const places = new Set<SharedContext>()

/** At the start, as `features.ts` joins the features: accounts know nothing of the places that come after them. */
export function registerSharedContext(place: SharedContext): void {
  places.add(place)
}

export async function areAcquainted(db: Db, one: string, other: string): Promise<boolean> {
  for (const meet of places) if (await meet(db, one, other)) return true
  return false
}
