import { useEffect, useRef, useState } from 'react'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { transferNews } from './transfer-news.ts'
import type { Transfer } from './transfers-store.ts'

/** Says politely what begins, ends and stops; never how far something is. */
export function TransferNews({ transfers }: { readonly transfers: readonly Transfer[] }) {
  const before = useRef<readonly Transfer[]>([])
  const [news, setNews] = useState('')
  useEffect(() => {
    const said = transferNews(before.current, transfers)
    before.current = transfers
    if (said !== null) setNews(said)
  }, [transfers])
  return (
    <VisuallyHidden>
      <output aria-live="polite">{news}</output>
    </VisuallyHidden>
  )
}
