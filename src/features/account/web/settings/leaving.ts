const key = 'roughmix.leaving'

/** This person has asked for the mail that deletes their account: its link comes back to the sign-in page. */
export function noteLeaving(userId: string): void {
  try {
    localStorage.setItem(key, userId)
  } catch {
    // Where storage is refused there is nothing to forget either.
  }
}

/** Who asked for it in this browser; told once. */
export function takeLeaving(): string | null {
  const userId = localStorage.getItem(key)
  localStorage.removeItem(key)
  return userId
}
