import type { Db } from '#server/db/open-database.ts'
import type { InboxItem } from '../inbox.contract.ts'
import { mutesOf, settingsOf } from './inbox-settings.queries.ts'
import { itemOf, noticeRows } from './inbox.queries.ts'

const MOST = 500

/**
 * Of the waiting notifications, or of these: the ones that the user has not seen, may still see, and still wants
 * pushed. Oldest first.
 */
export async function newsToPush(db: Db, userId: string, ids?: readonly string[]): Promise<readonly InboxItem[]> {
  const person = await db.selectFrom('user').select('disabledAt').where('id', '=', userId).executeTakeFirst()
  if (!person || person.disabledAt !== null) return []
  const { channels } = (await settingsOf(db, [userId]))(userId)
  const muted = await mutesOf(db, userId)
  const rows = await noticeRows(db, userId)
    .where('notifications.read_at', 'is', null)
    .$if(ids === undefined, (q) => q.where('notifications.push', '=', 'wait'))
    .$if(ids !== undefined, (q) => q.where('notifications.id', 'in', ['', ...(ids ?? [])]))
    .orderBy('notifications.at')
    .orderBy('notifications.seq')
    .limit(MOST)
    .execute()
  return rows.map(itemOf).filter(({ kind, project }) => channels[kind].push && muted(project.id) === 'none')
}
