import { hasStatus } from '#web/api/failed-request.ts'
import { sendRequest } from '#web/api/send-request.ts'
import type { Unsubscribing } from '../inbox.contract.ts'
import { inboxApi } from './inbox.client.ts'

/** What a mail's link unsubscribes from; null if it is not our link. */
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
