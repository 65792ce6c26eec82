const prefix = 'roughmix.note-draft.'

/** Where this browser keeps the half-written note of one person on one track. */
export function draftKey(userId: string, trackId: string): string {
  return `${prefix}${userId}.${trackId}`
}

/** All of them. Storage may be refused: then there are none. */
export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
  } catch {
    // As said above.
  }
}
