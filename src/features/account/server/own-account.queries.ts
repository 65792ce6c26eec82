import { providerNames } from '#server/auth/provider-settings.ts'
import { refused } from '#shared/errors.ts'
import type { UserScope } from '#server/scope.ts'
import { moment, type OwnPart, type OwnThing } from './own-data.ts'
import { readUserSettings } from './user-settings.queries.ts'

const names: Readonly<Record<string, string>> = { ...providerNames, credential: 'Password' }

export const ownAccount: readonly OwnPart[] = [
  { name: 'profile', read: ownProfile },
  { name: 'settings', read: readUserSettings },
  { name: 'waysToSignIn', read: ownWays },
  { name: 'sessions', read: ownSessions },
]

async function ownProfile({ db, actor }: UserScope): Promise<OwnThing> {
  const row = await db
    .selectFrom('user')
    .select(['id', 'name', 'username', 'email', 'emailVerified', 'image', 'createdAt', 'updatedAt', 'lastSeenAt'])
    .where('id', '=', actor.userId)
    .executeTakeFirst()
  if (!row) throw refused.unauthorized()
  const { id, name, username, email, emailVerified, image, createdAt, updatedAt, lastSeenAt } = row
  return {
    id,
    name,
    username,
    email,
    emailConfirmed: Boolean(emailVerified),
    isAdmin: actor.isAdmin,
    createdAt: moment(createdAt),
    changedAt: moment(updatedAt),
    lastSeenAt: lastSeenAt === null ? null : moment(new Date(lastSeenAt)),
    picture: image,
  }
}

/** The provider's name only: its account id and tokens grant access there. */
async function ownWays({ db, actor }: UserScope): Promise<readonly OwnThing[]> {
  const rows = await db
    .selectFrom('account')
    .select('providerId')
    .where('userId', '=', actor.userId)
    .orderBy('providerId')
    .execute()
  return rows.map(({ providerId }) => ({ name: names[providerId] ?? providerId }))
}

async function ownSessions({ db, actor }: UserScope): Promise<readonly OwnThing[]> {
  const rows = await db
    .selectFrom('session')
    .select(['userAgent', 'ipAddress', 'createdAt', 'updatedAt', 'expiresAt'])
    .where('userId', '=', actor.userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return rows.map(({ userAgent, ipAddress, createdAt, updatedAt, expiresAt }) => ({
    device: userAgent,
    address: ipAddress,
    signedInAt: moment(createdAt),
    lastUsedAt: moment(updatedAt),
    endsAt: moment(expiresAt),
  }))
}
