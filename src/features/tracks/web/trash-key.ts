/** What one may bring back. */
export const trashKey = ['trash'] as const
