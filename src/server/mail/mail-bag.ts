import { AsyncLocalStorage } from 'node:async_hooks'
import { waitFor, type Counter } from '../auth/limits/limits.ts'
import { change, serverScope } from '../scope.ts'
import type { Services } from '../services.ts'
import type { Mail } from './letter.ts'
import { queueMail } from './mail.jobs.ts'

interface Waiting {
  readonly mail: Mail
  /** Where somebody else's doing sends it, and it is left out once there were too many. */
  readonly atMost: readonly Counter[]
}

interface Bag {
  readonly mails: Waiting[]
  isOpen: boolean
}

const bags = new AsyncLocalStorage<Bag>()

/**
 * For Better Auth's callbacks. They run while its transaction may hold SQLite's only connection, where waiting for
 * another would wait for ever: the mail goes into the request's bag, or, where no request asks, is queued right after.
 */
export function mailLater(services: Services): (mail: Mail, atMost?: readonly Counter[]) => void {
  return (mail, atMost = []) => {
    const bag = bags.getStore()
    if (bag?.isOpen) return void bag.mails.push({ mail, atMost })
    setImmediate(() => {
      queueMails(services, [{ mail, atMost }]).catch((error: unknown) =>
        services.log.error({ err: error }, 'mail not queued'),
      )
    })
  }
}

/**
 * Does the work and writes down the mails it asked for before anybody hears how it went: an answer means that they will
 * be sent.
 */
export async function withMails<T>(services: Services, work: () => Promise<T>): Promise<T> {
  const bag: Bag = { mails: [], isOpen: true }
  try {
    const result = await bags.run(bag, work)
    await queueMails(services, bag.mails)
    return result
  } finally {
    bag.isOpen = false
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
