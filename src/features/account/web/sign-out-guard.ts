/** Somebody with work that signing out would stop. */
export interface SignOutGuard {
  /** False keeps the person signed in. */
  readonly ask: () => Promise<boolean>
  /** The session is over: nothing of this person may stay. */
  readonly signedOut: () => Promise<void>
}

const guards = new Set<SignOutGuard>()

/** Returns how to stop guarding. */
export function guardSignOut(guard: SignOutGuard): () => void {
  guards.add(guard)
  return () => void guards.delete(guard)
}

/** Asks one after the other, so that no two questions stand on the screen. */
export async function maySignOut(): Promise<boolean> {
  for (const { ask } of guards) if (!(await ask())) return false
  return true
}

export async function tellSignedOut(): Promise<void> {
  await Promise.all([...guards].map(({ signedOut }) => signedOut()))
}
