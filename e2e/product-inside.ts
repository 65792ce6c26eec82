import type { Kysely } from 'kysely'
import type { Tables } from '#server/db/tables.ts'
import type { KeptMail } from '#server/mail/mail-outbox.ts'
import type { Services } from '#server/services.ts'

/** What no page shows, wherever the product has it: in a data folder, or in PostgreSQL and a bucket. */
export interface Inside {
  /** Mails that were kept in place of being sent, oldest first. */
  mails(): Promise<readonly KeptMail[]>
  /** Reads or writes rows beside the processes that have them open. */
  rows<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>
}

export type Settings = Readonly<Record<string, string | undefined>>

/** Opened anew each time: a server that is killed and started again finds its files as it left them. */
export function insideOf(settings: Settings): Inside {
  const inside = async <T>(work: (services: Services) => Promise<T>): Promise<T> => {
    // Most journeys look at pages alone, and need not load what opens a database and a store.
    const { openPlace } = await import('../src/admin/place.ts')
    const place = await openPlace(settings)
    try {
      return await work(place.services)
    } finally {
      await place.close()
    }
  }
  return {
    mails: () =>
      inside(async (services) => {
        const { listOutbox } = await import('#server/mail/mail-outbox.ts')
        return (await listOutbox(services, { limit: 1000, before: undefined })).toReversed()
      }),
    rows: (work) => inside(({ database }) => work(database.db)),
  }
}
