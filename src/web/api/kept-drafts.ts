const prefix = 'roughmix.note-draft.'
const ownerKey = 'roughmix.note-drafts-of'
/** localStorage key for tempos that the user typed, per track. */
export const tempoKey = 'roughmix.tempo'

/** localStorage key for an unfinished note of one user, or guest, on one track. */
export function draftKey(userId: string, trackId: string): string {
  return `${prefix}${userId}.${trackId}`
}

/**
 * Call with the id of the signed-in user. Somebody who returns after their session expired finds their drafts; the
 * drafts of a different user are deleted.
 */
export function keepDraftsOf(userId: string): void {
  try {
    const before = localStorage.getItem(ownerKey)
    if (before !== null && before !== userId)
      removeKeys((key) => key.startsWith(prefix) && !key.startsWith(draftKey(userId, '')))
    localStorage.setItem(ownerKey, userId)
  } catch {
    // localStorage may be refused; then there are no drafts.
  }
}

/** Deletes all drafts and typed tempos, on sign-out. */
export function forgetDrafts(): void {
  try {
    removeKeys((key) => key.startsWith(prefix) || key === ownerKey || key === tempoKey)
  } catch {
    // Storage is refused.
  }
}

function removeKeys(which: (key: string) => boolean): void {
  for (const key of Object.keys(localStorage)) if (which(key)) localStorage.removeItem(key)
}
