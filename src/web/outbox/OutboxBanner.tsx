import { CloudUpload, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Milliseconds } from '#shared/units.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { lazyDialog } from '#web/ui/page/lazy-part.tsx'
import styles from './Outbox.module.css'
import { useOutboxState } from './outbox-store.ts'
import { outboxStrings } from './outbox.strings.ts'
import type { Outbox } from './outbox.ts'

const RefusedDialog = lazyDialog(() => import('./RefusedDialog.tsx'))

/** What is sent within this time is not worth a word. */
const patienceMs: Milliseconds = 3_000

/** Across the top: how much waits for the server, and what it would not take. */
export function OutboxBanner({ outbox }: { readonly outbox: Outbox }) {
  const { waiting } = useOutboxState()
  const [looking, setLooking] = useState(false)
  const refused = waiting.filter((one) => one.refused)
  const waits = useLasting(waiting.length > refused.length, patienceMs)
  // The next one is to be looked at when the person wants to.
  if (looking && refused.length === 0) setLooking(false)
  const open = looking && refused.length > 0
  return (
    <>
      <output>
        {waits && (
          <span className={styles.banner}>
            <Icon of={CloudUpload} size={14} className={styles.sign} />
            {text(outboxStrings.waiting, { count: waiting.length - refused.length })}
          </span>
        )}
      </output>
      {refused.length > 0 && (
        <div role="alert" className={styles.banner}>
          <Icon of={TriangleAlert} size={14} className={styles.sign} />
          {text(outboxStrings.refused, { count: refused.length })}
          <Button size="small" onClick={() => setLooking(true)}>
            {outboxStrings.look}
          </Button>
        </div>
      )}
      {open && <RefusedDialog outbox={outbox} refused={refused} onClose={() => setLooking(false)} />}
    </>
  )
}

function useLasting(is: boolean, forMs: Milliseconds): boolean {
  const [lasts, setLasts] = useState(false)
  useEffect(() => {
    if (!is) return undefined
    const timer = setTimeout(() => setLasts(true), forMs)
    return () => {
      clearTimeout(timer)
      setLasts(false)
    }
  }, [is, forMs])
  return is && lasts
}
