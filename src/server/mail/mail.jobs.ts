import * as z from 'zod'
import { enqueue, JOB_LEASE_MS, type JobKind } from '../jobs/jobs.queue.ts'
import { jobHandler, type JobHandler } from '../jobs/job-runner.ts'
import type { VisitorScope } from '../scope.ts'
import type { Mail } from './mail-texts.ts'
import { sendMail } from './send-mail.ts'

const Letter = z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string(), unsubscribeUrl: z.string().optional() })

/** Of what lies in the queue, mails alone carry links that let one in. */
export const mailJob: JobKind<Mail> = { kind: 'mail.send', payload: Letter, maxAttempts: 8, leaseMs: JOB_LEASE_MS }

/** Queues a mail in the change's own transaction: a failing mail server delays it and loses nothing. */
export async function queueMail(scope: Pick<VisitorScope, 'db' | 'now' | 'newId' | 'afterCommit' | 'bus'>, mail: Mail): Promise<void> {
  await enqueue(scope, mailJob, mail)
}

export function mailJobs(): readonly JobHandler[] {
  return [
    jobHandler({
      ...mailJob,
      async run(mail, { services, job }) {
        await sendMail(services, mail, job.id)
        // The mail carries secret links: nothing of it stays in the queue.
        await services.database.db.updateTable('jobs').set({ payload: JSON.stringify({ to: '', subject: '', text: '', html: '' }) }).where('id', '=', job.id).execute()
      },
    }),
  ]
}
