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

/** Changes that are sent within this time are not announced. */
const patienceMs: Milliseconds = 3_000

/** The banner at the top: how many changes wait for the server, and which ones it refused. */
export function OutboxBanner({ outbox }: { readonly outbox: Outbox }) {
  const { waiting } = useOutboxState()
  const [looking, setLooking] = useState(false)
  const refused = waiting.filter((one) => one.refused)
  const waits = useLasting(waiting.length > refused.length, patienceMs)
  // The next refusal opens only when the user asks for it.
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
