import { isDeepStrictEqual } from 'node:util'
import type { Selectable } from 'kysely'
import * as z from 'zod'
import { Id } from '#shared/shapes.ts'
import type { Instant, Milliseconds } from '#shared/units.ts'
import { jobHandler, type JobHandler, type JobRun } from '#server/jobs/job-runner.ts'
import { enqueue, finishJob, JOB_LEASE_MS, type JobKind } from '#server/jobs/jobs.queue.ts'
import type { Mail } from '#server/mail/letter.ts'
import { queueMail } from '#server/mail/mail.jobs.ts'
import { change, type ServerScope, type UserScope } from '#server/scope.ts'
import { afterQuiet, nextTime } from '../inbox-times.ts'
import { MailTimes } from '../inbox.contract.ts'
import { digestMail, projectMail } from './inbox-mails.ts'
import { mutesOf, settingsOf } from './inbox-settings.queries.ts'
import { noticeRows } from './inbox.queries.ts'
import { mailedItems, type MailedItem } from './mailed-items.ts'
import type { NotificationTable } from './inbox.tables.ts'

/** Notifications within one window share a mail, and are not mailed if the user sees them first. */
const WINDOW_MS: Milliseconds = 60_000
const DELAY_MS: Milliseconds = 2 * 60_000

const ProjectMail = z.object({ userId: Id, projectId: Id })
const Digest = z.object({ userId: Id, times: MailTimes })

const projectMailJob: JobKind<z.infer<typeof ProjectMail>> = {
  kind: 'inbox.mail',
  payload: ProjectMail,
  maxAttempts: 5,
  leaseMs: JOB_LEASE_MS,
}
const digestJob: JobKind<z.infer<typeof Digest>> = {
  kind: 'inbox.digest',
  payload: Digest,
  maxAttempts: 5,
  leaseMs: JOB_LEASE_MS,
}

type Waiting = Pick<Selectable<NotificationTable>, 'user_id' | 'project_id' | 'mail'>
type Planning = Pick<ServerScope, 'db' | 'now' | 'newId' | 'afterCommit' | 'bus'>

/** Queues mailing of waiting notifications, one job per user, project and time, in the transaction that wrote them. */
export async function mailLater(
  scope: Planning,
  { user_id: userId, project_id: projectId, mail }: Waiting,
  times: MailTimes,
): Promise<void> {
  if (mail === 'now')
    await projectMailLater(
      scope,
      { userId, projectId },
      afterQuiet((Math.floor(scope.now() / WINDOW_MS) + 1) * WINDOW_MS + DELAY_MS, times.quiet, times.timeZone),
    )
  if (mail === 'digest') await digestLater(scope, userId, times)
}

async function projectMailLater(scope: Planning, payload: z.infer<typeof ProjectMail>, runAt: Instant): Promise<void> {
  await enqueue(scope, projectMailJob, payload, {
    key: `${projectMailJob.kind}:${payload.userId}:${payload.projectId}:${runAt}`,
    runAt,
  })
}

async function digestLater(scope: Planning, userId: string, { digestAt, quiet, timeZone }: MailTimes): Promise<void> {
  const runAt = afterQuiet(nextTime(scope.now(), digestAt, timeZone), quiet, timeZone)
  await enqueue(
    scope,
    digestJob,
    { userId, times: { digestAt, quiet, timeZone } },
    { key: `${digestJob.kind}:${userId}:${runAt}`, runAt },
  )
}

/** After a user chose another time, waiting notifications are mailed at that time. */
export async function planDigest({ actor: { userId }, ...scope }: UserScope, times: MailTimes): Promise<void> {
  const waits = await scope.db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', userId)
    .where('mail', '=', 'digest')
    .limit(1)
    .executeTakeFirst()
  if (waits) await digestLater(scope, userId, times)
}

export const inboxMailJobs: readonly JobHandler[] = [
  jobHandler({
    ...projectMailJob,
    run: ({ userId, projectId }, run) =>
      mailOnce(run, { userId, projectId, mail: 'now' }, async (tx, { quiet, timeZone }) => {
        const at = tx.now()
        const runAt = afterQuiet(at, quiet, timeZone)
        if (runAt === at) return false
        await projectMailLater(tx, { userId, projectId }, runAt)
        return true
      }),
  }),
  jobHandler({
    ...digestJob,
    run: ({ userId, times: planned }, run) =>
      mailOnce(run, { userId, mail: 'digest' }, async (tx, times) => {
        if (isDeepStrictEqual(MailTimes.parse(times), planned)) return false
        await digestLater(tx, userId, times)
        return true
      }),
  }),
]

interface Batch {
  readonly userId: string
  readonly mail: 'now' | 'digest'
  readonly projectId?: string
}

/**
 * Sends one mail with all waiting notifications, unless it is too early. Leaves out what was read, muted, switched off
 * or became invisible since. The mail, the marks and the end of the job are one transaction, so that a crash leaves all
 * of it or nothing done.
 */
async function mailOnce(
  { scope, job }: JobRun,
  batch: Batch,
  postpone: (tx: ServerScope, times: MailTimes) => Promise<boolean>,
): Promise<void> {
  await change(scope, async (tx) => {
    const { db, config } = tx
    if (!(await finishJob(db, job, tx.now()))) return
    const settings = (await settingsOf(db, [batch.userId]))(batch.userId)
    if (await postpone(tx, settings)) return
    const muted = await mutesOf(db, batch.userId)
    const person = await db
      .selectFrom('user')
      .select(['id', 'email', 'emailVerified', 'disabledAt'])
      .where('id', '=', batch.userId)
      .executeTakeFirst()
    const rows = await noticeRows(db, batch.userId)
      .where('notifications.mail', '=', batch.mail)
      .where('notifications.read_at', 'is', null)
      .$if(batch.projectId !== undefined, (q) => q.where('notifications.project_id', '=', batch.projectId ?? ''))
      .orderBy('notifications.at')
      .orderBy('notifications.seq')
      .limit(MOST)
      .execute()
    const items = (await mailedItems(db, rows)).filter(
      ({ kind, project }) => settings.channels[kind].mail !== 'off' && muted(project.id) === 'none',
    )
    await db
      .updateTable('notifications')
      .set({ mail: 'done' })
      .where('user_id', '=', batch.userId)
      .where('mail', '=', batch.mail)
      .$if(batch.projectId !== undefined, (q) => q.where('project_id', '=', batch.projectId ?? ''))
      .execute()
    // An unverified address may be a stranger's.
    if (items.length === 0 || !person || person.disabledAt !== null || !person.emailVerified) return
    await queueMail(tx, mailOf(batch, { config, person, items }))
  })
}

const MOST = 500

function mailOf(
  { mail }: Batch,
  parts: {
    readonly config: ServerScope['config']
    readonly person: { readonly id: string; readonly email: string }
    readonly items: readonly MailedItem[]
  },
): Mail {
  return mail === 'now' ? projectMail(parts) : digestMail(parts)
}
