import { moment, momentOrNull, ownData, type OwnPart, type OwnThing } from '#features/account/server/own-data.ts'
import { type TrackMove, trackMoving } from '#features/tracks/server/track-hooks.ts'
import { notesSeen } from '#features/notes/server/note-hooks.ts'
import { openVersion } from '#features/tracks/server/tracks.scope.ts'
import { defineFeature } from '#server/feature.ts'
import { serve } from '#server/router/route-table.ts'
import type { ServerScope, UserScope } from '#server/scope.ts'
import { housekeepingDue } from '#server/jobs/housekeeping-hooks.ts'
import { done } from '#shared/shapes.ts'
import { DAY_MS, type Milliseconds } from '#shared/units.ts'
import { inboxRoutes } from '../inbox.contract.ts'
import { pushRoutes } from '../push.contract.ts'
import { inboxMailJobs, planDigest } from './inbox-mail.jobs.ts'
import { changeInboxSettings, muteProject, readInboxSettings } from './inbox-settings.queries.ts'
import { countUnread, listInbox, readAll, readSeenNotes, setRead, takeNewsBack, undoReadAll } from './inbox.queries.ts'
import { notificationsConsumer } from './notifications.consumer.ts'
import { keepDevice, readPush, removeDevice, takeTest } from './push-devices.queries.ts'
import { pushGatheringJobs } from './push-gathering.jobs.ts'
import { pushSendingJobs, sendLater } from './push-sending.jobs.ts'
import { readUnsubscribe, unsubscribe } from './unsubscribe.queries.ts'

const servePush = serve(pushRoutes, {
  'GET /api/push': ({ scope }) => readPush(scope),
  'PUT /api/push/device': ({ scope, body }) => keepDevice(scope, body),
  'DELETE /api/push/devices/:deviceId': ({ scope, params }) => removeDevice(scope, params.deviceId),
  'POST /api/push/devices/:deviceId/test': async ({ scope, params }) => {
    if (await takeTest(scope, params.deviceId)) await sendLater(scope, { deviceId: params.deviceId, test: true })
    return done
  },
})

const ownInbox: readonly OwnPart[] = [
  { name: 'notifications', read: ownSettings },
  { name: 'pushDevices', read: ownDevices },
]

async function ownSettings(scope: UserScope): Promise<OwnThing> {
  const { channels, quiet, digestAt, timeZone, mutes } = await readInboxSettings(scope)
  return { channels, quiet, digestAt, timeZone, mutes }
}

/** Leaves out the push endpoint: anyone who knows it may push to the browser. */
async function ownDevices(scope: UserScope): Promise<readonly OwnThing[]> {
  const { items: devices } = await readPush(scope)
  return devices.map(({ userAgent, createdAt, lastUsedAt, failedAt }) => ({
    device: userAgent,
    addedAt: moment(createdAt),
    lastUsedAt: momentOrNull(lastUsedAt),
    failedAt: momentOrNull(failedAt),
  }))
}

/** Notifications are deleted after half a year. */
const NEWS_KEPT_MS: Milliseconds = 180 * DAY_MS

async function forgetOldNews({ db, now }: ServerScope): Promise<void> {
  await db
    .deleteFrom('notifications')
    .where('at', '<', now() - NEWS_KEPT_MS)
    .execute()
}

const serveInbox = serve(inboxRoutes, {
  'GET /api/inbox': ({ scope, query }) => listInbox(scope, query),
  'GET /api/inbox/count': ({ scope }) => countUnread(scope),
  'POST /api/projects/:projectId/tracks/:trackId/versions/:versionId/untold': async ({ scope, params }) =>
    takeNewsBack(await openVersion(scope, params.trackId, params.versionId)),
  'PUT /api/inbox/:notificationId/read': ({ scope, params, body }) => setRead(scope, params.notificationId, body),
  'POST /api/inbox/read-all': ({ scope, body }) => readAll(scope, body),
  'POST /api/inbox/read-all/undo': ({ scope, body }) => undoReadAll(scope, body),
  'GET /api/inbox/settings': ({ scope }) => readInboxSettings(scope),
  'PATCH /api/inbox/settings': async ({ scope, body }) => {
    const settings = await changeInboxSettings(scope, body)
    await planDigest(scope, settings)
    return settings
  },
  'GET /api/unsubscribe': async ({ scope, query }) => readUnsubscribe(scope, query.token),
  'POST /unsubscribe': async ({ scope, query, request, reply }) => {
    request.raw.resume()
    await reply.send(await unsubscribe(scope, query.token))
  },
  'PUT /api/projects/:projectId/mute': ({ scope, body }) => muteProject(scope, body),
})

export const inboxFeature = defineFeature({
  name: 'inbox',
  serves: [serveInbox, servePush],
  tables: {
    notifications: { export: 'left-behind', ownData: { none: 'what others did, which is theirs' } },
    inbox_cursors: { export: 'left-behind', ownData: { none: 'how far the events have been read' } },
    inbox_mutes: { export: 'left-behind', ownData: ['notifications'] },
    push_devices: { export: 'left-behind', ownData: ['pushDevices'] },
  },
  jobs: { normal: [...inboxMailJobs, ...pushGatheringJobs], calls: pushSendingJobs },
  consumers: [notificationsConsumer],
  answers: [
    notesSeen.answeredBy(readSeenNotes),
    trackMoving.answeredBy(moveNotifications),
    housekeepingDue.answeredBy(forgetOldNews),
    ownData.answeredBy(() => ownInbox),
  ],
})

/** They lead to where the track is now, for those who have access there. */
async function moveNotifications({ trackId, from: { db }, to: { projectId } }: TrackMove): Promise<void> {
  await db.updateTable('notifications').set({ project_id: projectId }).where('track_id', '=', trackId).execute()
}
