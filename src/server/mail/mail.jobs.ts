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

/** Of all jobs, only mails contain links that grant access. */
export const mailJob: JobKind<Mail> = { kind: 'mail.send', payload: Letter, maxAttempts: 8, leaseMs: JOB_LEASE_MS }

/** Queues a mail in the change's own transaction: a failing mail server delays it but loses nothing. */
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
        // A mail that is being handed over during a stop is sent twice, with the same Message-ID.
        await abortWithGrace(sendMail(services, mail, job.id), signal, 0)
        // Removes the mail from the queue, because it contains secret links; in the transaction that ends the job, so
        // that no retry sends it without an address.
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
