import type { TrackScope } from '#features/tracks/server/tracks.scope.ts'
import type { Instant } from '#shared/units.ts'
import type { NoteScope } from './notes.scope.ts'

/**
 * What must move with a note, in its own transaction: called once a note has another state or is back. One that is gone
 * moves nothing.
 */
export type NoteFollower = (scope: NoteScope) => Promise<void>

const followers = new Set<NoteFollower>()

/** At the start, as `features.ts` joins the features: notes know nothing of those that come after them. */
export function followNotes(follower: NoteFollower): void {
  followers.add(follower)
}

export async function moveFollowers(scope: NoteScope): Promise<void> {
  for (const follower of followers) await follower(scope)
}

/** What follows from somebody having seen a track's notes up to a moment. */
export type SeenFollower = (scope: TrackScope, seenAt: Instant) => Promise<void>

const seenFollowers = new Set<SeenFollower>()

export function followSeen(follower: SeenFollower): void {
  seenFollowers.add(follower)
}

export async function tellSeen(scope: TrackScope, seenAt: Instant): Promise<void> {
  for (const follower of seenFollowers) await follower(scope, seenAt)
}
