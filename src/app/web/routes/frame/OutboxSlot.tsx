import { useQuery, useQueryClient } from '@tanstack/react-query'
import { meQuery, sessionQuery } from '#features/account/web/account.client.ts'
import { OutboxBanner } from '#web/outbox/OutboxBanner.tsx'
import { useOutbox } from './use-outbox.ts'

/** Sends queued changes, including those of an earlier visit, and reports the results. */
export default function OutboxSlot() {
  const { data: me } = useQuery(meQuery)
  const queries = useQueryClient()
  const outbox = useOutbox(me?.id, () => void queries.invalidateQueries({ queryKey: sessionQuery.queryKey }))
  return outbox && <OutboxBanner outbox={outbox} />
}
