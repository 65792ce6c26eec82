import { Tooltip as Parts } from 'radix-ui'
import { createPortal } from 'react-dom'
import { Kbd } from '../keys/Kbd.tsx'
import { shownKeys } from '../keys/key-words.ts'
import { presentKeyMap } from '../keys/page-keys.ts'
import styles from './Tooltip.module.css'

interface TooltipContentProps {
  readonly text: string
  readonly keys?: string | undefined
  readonly side: 'top' | 'right' | 'bottom' | 'left'
  /** The box of its target, in window pixels. */
  readonly box: DOMRect
  readonly onClose: () => void
  readonly onPointerEnter: () => void
  readonly onPointerLeave: () => void
}

/** The open tooltip. Mounted and loaded on demand, because a page of many buttons shows one at a time. */
export default function TooltipContent({
  text,
  keys,
  side,
  box: { left, top, width, height },
  onClose,
  onPointerEnter,
  onPointerLeave,
}: TooltipContentProps) {
  const shown = keys && shownKeys(keys, presentKeyMap())
  return (
    <Parts.Provider>
      <Parts.Root
        open
        onOpenChange={(open) => {
          if (!open) onClose()
        }}
      >
        {createPortal(
          <Parts.Trigger asChild>
            <span className={styles.anchor} style={{ left, top, width, height }} />
          </Parts.Trigger>,
          document.body,
        )}
        <Parts.Portal>
          <Parts.Content
            className={styles.tip}
            side={side}
            sideOffset={6}
            collisionPadding={8}
            onPointerEnter={onPointerEnter}
            onPointerLeave={onPointerLeave}
          >
            {text}
            {shown && <Kbd>{shown}</Kbd>}
          </Parts.Content>
        </Parts.Portal>
      </Parts.Root>
    </Parts.Provider>
  )
}
