import type { VisitorScope } from '#server/scope.ts'

/** What must happen together with somebody leaving a project, or coming back: the project's row is held. */
export type MemberFollower = (scope: Pick<VisitorScope, 'db'>, projectId: string, userId: string) => Promise<void>

const followers = new Set<MemberFollower>()

/** At the start, as `features.ts` joins the features: projects know nothing of those that come after them. */
export function followMembers(follower: MemberFollower): void {
  followers.add(follower)
}

export async function tellMembers(scope: Pick<VisitorScope, 'db'>, projectId: string, userId: string): Promise<void> {
  for (const follower of followers) await follower(scope, projectId, userId)
}
