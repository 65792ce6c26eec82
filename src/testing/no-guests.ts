import type { GuestDoor } from '#server/scope.ts'

/** For servers of a single feature, without guests. */
export const noGuests: GuestDoor = {
  isGuest: () => false,
  findVisit: async () => undefined,
  noteDownload: async () => undefined,
}
