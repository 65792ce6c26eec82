const prefix = 'roughmix.note-draft.'
const ownerKey = 'roughmix.note-drafts-of'
/** Bars that were typed for tracks. */
export const tempoKey = 'roughmix.tempo'

/** Where this browser keeps the half-written note of one person, or guest, on one track. */
export function draftKey(userId: string, trackId: string): string {
  return `${prefix}${userId}.${trackId}`
}

/**
 * Says who is signed in. Whoever comes back after their session ran out finds what they had begun; where it is somebody
 * else, what the one before had begun goes.
 */
export function keepDraftsOf(userId: string): void {
  try {
    const before = localStorage.getItem(ownerKey)
    if (before !== null && before !== userId)
      removeKeys((key) => key.startsWith(prefix) && !key.startsWith(draftKey(userId, '')))
    localStorage.setItem(ownerKey, userId)
  } catch {
    // Storage may be refused: then there are none.
  }
}

/** All of them, and what was typed for tracks: who signs out leaves nothing. */
export function forgetDrafts(): void {
  try {
    removeKeys((key) => key.startsWith(prefix) || key === ownerKey || key === tempoKey)
  } catch {
    // As above.
  }
}

function removeKeys(which: (key: string) => boolean): void {
  for (const key of Object.keys(localStorage)) if (which(key)) localStorage.removeItem(key)
}
