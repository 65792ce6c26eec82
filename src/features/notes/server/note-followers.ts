import type { NoteScope } from './notes.scope.ts'

/** What must move with a note, in its own transaction: called once a note has another state, is gone or is back. */
export type NoteFollower = (scope: NoteScope) => Promise<void>

const followers = new Set<NoteFollower>()

/** At the start, as `features.ts` joins the features: notes know nothing of those that come after them. */
export function followNotes(follower: NoteFollower): void {
  followers.add(follower)
}

export async function moveFollowers(scope: NoteScope): Promise<void> {
  for (const follower of followers) await follower(scope)
}
