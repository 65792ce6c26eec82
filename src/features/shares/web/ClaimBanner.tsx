import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/overlay/toast-store.ts'
import styles from './Guest.module.css'
import { guestStrings } from './guest.strings.ts'
import { shareApi } from './shares.client.ts'

interface ClaimBannerProps {
  readonly address: string
  readonly notes: number
  /** The account's name. */
  readonly name: string
}

/** Offers to transfer the notes that this browser's guest wrote before somebody signed in. */
export function ClaimBanner({ address, notes, name }: ClaimBannerProps) {
  const queries = useQueryClient()
  const [over, setOver] = useState(false)
  const claim = useMutation({
    mutationFn: () => shareApi('POST /api/projects/:projectId/claim', { params: { projectId: address } }),
    onSuccess: ({ notes: moved }) => {
      toast({ text: text(guestStrings.claimed, { count: moved }) })
      setOver(true)
      return queries.invalidateQueries({ queryKey: ['project', address] })
    },
    onError: (error) =>
      void toast({ tone: 'error', text: text(guestStrings.claimFailed, { reason: reasonOf(error) }) }),
  })
  if (over) return null
  return (
    <section className={styles.banner}>
      <span>
        {text(guestStrings.claimTitle, { count: notes })}. {text(guestStrings.claimWords, { name })}
      </span>
      <Button size="small" tone="primary" busy={claim.isPending} onClick={() => claim.mutate()}>
        {text(guestStrings.claim, { count: notes })}
      </Button>
      <Button size="small" tone="quiet" onClick={() => setOver(true)}>
        {guestStrings.notNow}
      </Button>
    </section>
  )
}
