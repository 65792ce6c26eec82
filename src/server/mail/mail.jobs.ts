import * as z from 'zod'
import { abortWithGrace } from '../jobs/abort-with-grace.ts'
import { enqueue, finishJob, JOB_LEASE_MS, type JobKind } from '../jobs/jobs.queue.ts'
import { jobHandler, type JobHandler } from '../jobs/job-runner.ts'
import { change, type VisitorScope } from '../scope.ts'
import type { Mail } from './mail-texts.ts'
import { sendMail } from './send-mail.ts'

const Letter = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  unsubscribeUrl: z.string().optional(),
})

/** Of what lies in the queue, mails alone carry links that let one in. */
export const mailJob: JobKind<Mail> = { kind: 'mail.send', payload: Letter, maxAttempts: 8, leaseMs: JOB_LEASE_MS }

/** Queues a mail in the change's own transaction: a failing mail server delays it and loses nothing. */
export async function queueMail(
  scope: Pick<VisitorScope, 'db' | 'now' | 'newId' | 'afterCommit' | 'bus'>,
  mail: Mail,
): Promise<void> {
  await enqueue(scope, mailJob, mail)
}

export function mailJobs(): readonly JobHandler[] {
  return [
    jobHandler({
      ...mailJob,
      async run(mail, { services, scope, job, signal }) {
        // One that is handed over at the very moment of a stop comes twice, under one Message-ID.
        await abortWithGrace(sendMail(services, mail, job.id), signal, 0)
        // The mail carries secret links: nothing of it stays in the queue. Together with its end, or it would be sent
        // again without its address.
        await change(scope, async ({ db }) => {
          if (await finishJob(db, job, services.now()))
            await db
              .updateTable('jobs')
              .set({ payload: JSON.stringify({ to: '', subject: '', text: '', html: '' }) })
              .where('id', '=', job.id)
              .execute()
        })
      },
    }),
  ]
}
