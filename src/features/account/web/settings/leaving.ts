const key = 'roughmix.leaving'

/** Records that this user requested the deletion mail; its link leads to the sign-in page. */
export function noteLeaving(userId: string): void {
  try {
    localStorage.setItem(key, userId)
  } catch {
    // If storage is refused, there is nothing to delete.
  }
}

/** The user who requested it in this browser; returned once. */
export function takeLeaving(): string | null {
  const userId = localStorage.getItem(key)
  localStorage.removeItem(key)
  return userId
}
