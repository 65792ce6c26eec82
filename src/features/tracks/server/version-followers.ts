import type { Instant } from '#shared/units.ts'
import type { ProjectScope } from '#server/scope.ts'

/** A version of the members' own that has just been written, in its own transaction. */
export interface AddedVersion {
  readonly trackId: string
  readonly versionId: string
  /** When its upload began. */
  readonly begunAt: Instant
  /** The start its uploader answered, with the places of that checklist that are done in it. */
  readonly answer: StartAnswer | null
}

export interface StartAnswer {
  readonly startId: string
  readonly done: readonly number[]
}

/**
 * What must happen together with a new version. It may not refuse: the file is there, and there is nobody to send it
 * again.
 */
export type VersionFollower = (scope: ProjectScope, version: AddedVersion) => Promise<void>

const followers = new Set<VersionFollower>()

/** At the start, as `features.ts` joins the features: tracks know nothing of those that come after them. */
export function followVersions(follower: VersionFollower): void {
  followers.add(follower)
}

export async function tellFollowers(scope: ProjectScope, version: AddedVersion): Promise<void> {
  for (const follower of followers) await follower(scope, version)
}
