import { hasStatus } from '#web/api/failed-request.ts'
import { sendRequest } from '#web/api/send-request.ts'
import type { Unsubscribing } from '../inbox.contract.ts'
import { inboxApi } from './inbox.client.ts'

/** What the link of a mail stops; null where it is no link of ours. */
export async function readUnsubscribing(token: string): Promise<Unsubscribing | null> {
  try {
    return await inboxApi('GET /api/unsubscribe', { query: { token } })
  } catch (error) {
    if (hasStatus(error, 400, 404)) return null
    throw error
  }
}

export async function stopMails(token: string): Promise<void> {
  await sendRequest({ method: 'POST', url: `/unsubscribe?token=${encodeURIComponent(token)}` })
}
