import { Copy } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import { copyText } from '#web/ui/form/copy-text.ts'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { toast } from '#web/ui/overlay/toast-store.ts'
import styles from './Outbox.module.css'
import { outboxStrings } from './outbox.strings.ts'
import type { Outbox } from './outbox.ts'
import OutgoingConflict from './OutgoingConflict.tsx'
import { conflictsIn, type Outgoing } from './outgoing.ts'

interface RefusedDialogProps {
  readonly outbox: Outbox
  readonly refused: readonly Outgoing[]
  readonly onClose: () => void
}

/** Shows a refused change with its text until the user decides. */
export default function RefusedDialog({ outbox, refused, onClose }: RefusedDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sheet"
      title={outboxStrings.title}
      description={outboxStrings.description}
      footer={<Button onClick={onClose}>{outboxStrings.close}</Button>}
    >
      <ul className={styles.list}>
        {refused.map((one) => (
          <RefusedItem key={one.key} outgoing={one} outbox={outbox} />
        ))}
      </ul>
    </Dialog>
  )
}

function RefusedItem({ outgoing, outbox }: { readonly outgoing: Outgoing; readonly outbox: Outbox }) {
  const { key, route, words, refused } = outgoing
  const isConflict = conflictsIn(outgoing).length > 0
  const kinds: Readonly<Record<string, string>> = outboxStrings.kinds
  const copy = async () => {
    await copyText(words)
    toast({ text: outboxStrings.copied })
  }
  return (
    <li className={styles.one} data-refused={key}>
      <span className={styles.kind}>
        {kinds[route.replace('/api/projects/:projectId/', '')] ?? outboxStrings.other}
      </span>
      {isConflict ? (
        <OutgoingConflict outgoing={outgoing} />
      ) : (
        <>
          <span className={styles.reason}>{refused?.message}</span>
          {words !== '' && <p className={styles.words}>{words}</p>}
          <span className={styles.buttons}>
            {words !== '' && (
              <Button size="small" icon={Copy} onClick={() => void copy()}>
                {outboxStrings.copy}
              </Button>
            )}
            <Button size="small" onClick={() => void outbox.discard(key)}>
              {outboxStrings.discard}
            </Button>
            <Button size="small" tone="primary" onClick={() => void outbox.retry(key)}>
              {outboxStrings.again}
            </Button>
          </span>
        </>
      )}
    </li>
  )
}
