import { moment, momentOrNull, type OwnPart, type OwnThing } from '#features/account/server/own-data.ts'
import type { UserScope } from '#server/scope.ts'
import { listTokens } from './tokens.queries.ts'

export const ownTokens: readonly OwnPart[] = [{ name: 'apiTokens', read: madeTokens }]

/** What they may, not what they are. */
async function madeTokens(scope: UserScope): Promise<readonly OwnThing[]> {
  const { items } = await listTokens(scope)
  return items.map(({ name, scopes, projects, createdAt, expiresAt, lastUsedAt }) => ({
    name,
    scopes,
    projects: projects?.map((project) => (project.name === null ? { id: null, name: null } : project)) ?? null,
    madeAt: moment(createdAt),
    expiresAt: momentOrNull(expiresAt),
    lastUsedAt: momentOrNull(lastUsedAt),
  }))
}
