import type { GuestDoor } from '#server/scope.ts'

/** For servers of one feature alone, which no guest enters. */
export const noGuests: GuestDoor = {
  isGuest: () => false,
  findVisit: async () => undefined,
  noteDownload: async () => undefined,
}
