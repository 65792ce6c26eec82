import * as z from 'zod'
import { Id } from '#shared/shapes.ts'
import type { Milliseconds } from '#shared/units.ts'
import { jobHandler, type JobHandler, type JobRun } from '#server/jobs/job-runner.ts'
import { enqueue, type JobKind } from '#server/jobs/jobs.queue.ts'
import { change, type ServerScope } from '#server/scope.ts'
import { liveDevices, tellOwn } from './push-devices.queries.ts'
import { messageOf, messageOfMany, sendPush, testMessage, type PushMessage } from './push-message.ts'
import { newsToPush } from './push-news.queries.ts'

/** Ids only: text and rights are read when it is sent. */
const Payload = z.union([
  z.object({ deviceId: Id, notificationIds: z.array(Id) }),
  z.object({ deviceId: Id, test: z.literal(true) }),
])
type Payload = z.infer<typeof Payload>

/**
 * Ten seconds for an answer, and delays between attempts that grow to ten minutes: after about 25 minutes the push is
 * dropped.
 */
const LEASE_MS: Milliseconds = 30_000
const sendJob: JobKind<Payload> = { kind: 'push.send', payload: Payload, maxAttempts: 8, leaseMs: LEASE_MS }

export async function sendLater(scope: Parameters<typeof enqueue>[0], payload: Payload): Promise<void> {
  await enqueue(scope, sendJob, payload)
}

export const pushSendingJobs: readonly JobHandler[] = [jobHandler({ ...sendJob, run: send })]

async function send(payload: Payload, run: JobRun): Promise<void> {
  const {
    scope: { db, config, now, log },
    signal,
    isLastAttempt,
    job,
  } = run
  const device = await liveDevices(db, now())
    .selectAll('push_devices')
    .where('push_devices.id', '=', payload.deviceId)
    .executeTakeFirst()
  const message = device && (await messageFor(db, device.user_id, payload))
  if (!device || !message) return
  const outcome = await sendPush({ config, device, message, signal })
  if (outcome === 'sent') return note(run, device, { last_used_at: now(), failed_at: null })
  if (outcome === 'gone') return forget(run, device)
  if (outcome === 'later' && !isLastAttempt && !('test' in payload))
    throw new Error('The push service did not take it.')
  log.warn({ job: job.id, outcome }, 'push given up')
  await note(run, device, { failed_at: device.failed_at ?? now() })
}

async function messageFor(db: ServerScope['db'], userId: string, payload: Payload): Promise<PushMessage | undefined> {
  if ('test' in payload) return testMessage
  const items = await newsToPush(db, userId, payload.notificationIds)
  const [first, ...more] = items
  return first && (more.length === 0 ? messageOf(first) : messageOfMany(items))
}

interface Whose {
  readonly id: string
  readonly user_id: string
}

async function note(
  { scope }: JobRun,
  { id, user_id: userId }: Whose,
  what: { readonly last_used_at?: number; readonly failed_at: number | null },
): Promise<void> {
  await change(scope, async (tx) => {
    await tx.db.updateTable('push_devices').set(what).where('id', '=', id).execute()
    await tellOwn(tx, userId)
  })
}

/** The browser has ended its subscription, for example because the user withdrew the permission. */
async function forget({ scope }: JobRun, { id, user_id: userId }: Whose): Promise<void> {
  await change(scope, async (tx) => {
    await tx.db.deleteFrom('push_devices').where('id', '=', id).execute()
    await tellOwn(tx, userId)
  })
}
