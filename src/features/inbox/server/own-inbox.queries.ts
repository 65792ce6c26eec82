import { moment, momentOrNull, type OwnPart, type OwnThing } from '#features/account/server/own-data.ts'
import type { UserScope } from '#server/scope.ts'
import { readInboxSettings } from './inbox-settings.queries.ts'
import { readPush } from './push-devices.queries.ts'

export const ownInbox: readonly OwnPart[] = [
  { name: 'notifications', read: ownSettings },
  { name: 'pushDevices', read: ownDevices },
]

async function ownSettings(scope: UserScope): Promise<OwnThing> {
  const { channels, quiet, digestAt, timeZone, mutes } = await readInboxSettings(scope)
  return { channels, quiet, digestAt, timeZone, mutes }
}

/** Whoever knows a browser's address at its push service may push to it: that stays out. */
async function ownDevices(scope: UserScope): Promise<readonly OwnThing[]> {
  const { items: devices } = await readPush(scope)
  return devices.map(({ userAgent, createdAt, lastUsedAt, failedAt }) => ({
    device: userAgent,
    addedAt: moment(createdAt),
    lastUsedAt: momentOrNull(lastUsedAt),
    failedAt: momentOrNull(failedAt),
  }))
}
