import { ownData } from '#features/account/server/own-data.ts'
import { notesSeen } from '#features/notes/server/note-hooks.ts'
import { defineFeature } from '#server/feature.ts'
import { houseKept } from '#server/trash/trash-hooks.ts'
import { notificationsConsumer } from './notifications.consumer.ts'
import { inboxMailJobs } from './inbox-mail.jobs.ts'
import { readSeenNotes } from './inbox.queries.ts'
import { serveInbox } from './inbox.routes.ts'
import { forgetOldNews } from './old-news.ts'
import { ownInbox } from './own-inbox.queries.ts'
import { pushGatheringJobs } from './push-gathering.jobs.ts'
import { pushSendingJobs } from './push-sending.jobs.ts'
import { servePush } from './push.routes.ts'

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
    houseKept.answeredBy(forgetOldNews),
    ownData.answeredBy(() => ownInbox),
  ],
})
