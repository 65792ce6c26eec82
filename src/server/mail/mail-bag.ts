import { AsyncLocalStorage } from 'node:async_hooks'
import { waitFor, type Counter } from '../auth/limits/limits.ts'
import { change, serverScope } from '../scope.ts'
import type { Services } from '../services.ts'
import type { Mail } from './letter.ts'
import { queueMail } from './mail.jobs.ts'

interface Waiting {
  readonly mail: Mail
  /** Limits for mails that somebody else's action sends; the mail is dropped when one is exceeded. */
  readonly atMost: readonly Counter[]
}

interface Bag {
  readonly mails: Waiting[]
  isOpen: boolean
}

const bags = new AsyncLocalStorage<Bag>()

/**
 * For Better Auth's callbacks. They may run while its transaction holds SQLite's only connection, so waiting for
 * another would deadlock: the mail is collected with the request, or, outside of requests, queued right after.
 */
export function mailLater(services: Services): (mail: Mail, atMost?: readonly Counter[]) => void {
  return (mail, atMost = []) => {
    const collected = bags.getStore()
    if (collected?.isOpen) return void collected.mails.push({ mail, atMost })
    setImmediate(() => {
      queueMails(services, [{ mail, atMost }]).catch((error: unknown) =>
        services.log.error({ err: error }, 'mail not queued'),
      )
    })
  }
}

/**
 * Runs the work and queues the mails it collected before the result is returned: an answer means that they will be
 * sent.
 */
export async function withMails<T>(services: Services, work: () => Promise<T>): Promise<T> {
  const collected: Bag = { mails: [], isOpen: true }
  try {
    const result = await bags.run(collected, work)
    await queueMails(services, collected.mails)
    return result
  } finally {
    collected.isOpen = false
  }
}

async function queueMails(services: Services, mails: readonly Waiting[]): Promise<void> {
  if (mails.length === 0) return
  await change(serverScope(services), async (scope) => {
    for (const { mail, atMost } of mails) {
      if ((await waitFor(scope.db, atMost, scope.now())) === undefined) await queueMail(scope, mail)
    }
  })
}
