import type { Selectable } from 'kysely'
import * as z from 'zod'
import { Id } from '#shared/shapes.ts'
import type { Instant, Milliseconds } from '#shared/units.ts'
import { jobHandler, type JobHandler, type JobRun } from '#server/jobs/job-runner.ts'
import { enqueue, finishJob, JOB_LEASE_MS, type JobKind } from '#server/jobs/jobs.queue.ts'
import { change, type ServerScope } from '#server/scope.ts'
import { afterQuiet } from '../inbox-times.ts'
import type { MailTimes } from '../inbox.contract.ts'
import { settingsOf } from './inbox-settings.queries.ts'
import type { NotificationTable } from './inbox.tables.ts'
import { liveDevices } from './push-devices.queries.ts'
import { newsToPush } from './push-news.queries.ts'
import { sendLater } from './push-sending.jobs.ts'

/** A user who is online sees it in the product within this time, and gets no push. */
const WINDOW_MS: Milliseconds = 5000
/** If more are waiting, one push gives their number. */
const MOST_APART = 3

const Payload = z.object({ userId: Id })
const gatherJob: JobKind<z.infer<typeof Payload>> = {
  kind: 'inbox.push',
  payload: Payload,
  maxAttempts: 5,
  leaseMs: JOB_LEASE_MS,
}

type Planning = Pick<ServerScope, 'db' | 'now' | 'newId' | 'afterCommit' | 'bus'>
type Clock = Pick<MailTimes, 'quiet' | 'timeZone'>

/** Queues pushing of waiting notifications, one job per user and time, in the transaction that wrote them. */
export async function pushLater(
  scope: Planning,
  { user_id: userId, push }: Pick<Selectable<NotificationTable>, 'user_id' | 'push'>,
  { quiet, timeZone }: Clock,
): Promise<void> {
  if (push === 'wait')
    await gatherLater(scope, userId, afterQuiet((Math.floor(scope.now() / WINDOW_MS) + 2) * WINDOW_MS, quiet, timeZone))
}

async function gatherLater(scope: Planning, userId: string, runAt: Instant): Promise<void> {
  await enqueue(scope, gatherJob, { userId }, { key: `${gatherJob.kind}:${userId}:${runAt}`, runAt })
}

export const pushGatheringJobs: readonly JobHandler[] = [
  jobHandler({ ...gatherJob, run: ({ userId }, run) => gather(run, userId) }),
]

/** The marks, the jobs for each device and the end of this job are one transaction. */
async function gather({ scope, job }: JobRun, userId: string): Promise<void> {
  await change(scope, async (tx) => {
    const { db, now } = tx
    if (!(await finishJob(db, job, now()))) return
    const { quiet, timeZone } = (await settingsOf(db, [userId]))(userId)
    const at = now()
    const runAt = afterQuiet(at, quiet, timeZone)
    // Quiet hours were set since.
    if (runAt !== at) return gatherLater(tx, userId, runAt)
    const ids = (await newsToPush(db, userId)).map(({ id }) => id)
    await db
      .updateTable('notifications')
      .set({ push: 'done' })
      .where('user_id', '=', userId)
      .where('push', '=', 'wait')
      .execute()
    if (ids.length === 0) return
    const groups = ids.length > MOST_APART ? [ids] : ids.map((id) => [id])
    const devices = await liveDevices(db, at)
      .select('push_devices.id')
      .where('push_devices.user_id', '=', userId)
      .execute()
    for (const { id: deviceId } of devices)
      for (const notificationIds of groups) await sendLater(tx, { deviceId, notificationIds })
  })
}
