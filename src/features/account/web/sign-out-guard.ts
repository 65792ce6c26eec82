/** Something that signing out would interrupt. */
export interface SignOutGuard {
  /** False keeps the user signed in. */
  readonly ask: () => Promise<boolean>
  /** Called after sign-out: deletes everything of this user. */
  readonly signedOut: () => Promise<void>
}

const guards = new Set<SignOutGuard>()

/** Returns a function that removes the guard. */
export function guardSignOut(guard: SignOutGuard): () => void {
  guards.add(guard)
  return () => void guards.delete(guard)
}

/** Asks in sequence, so that only one question shows at a time. */
export async function maySignOut(): Promise<boolean> {
  for (const { ask } of guards) if (!(await ask())) return false
  return true
}

export async function tellSignedOut(): Promise<void> {
  await Promise.all([...guards].map(({ signedOut }) => signedOut()))
}
