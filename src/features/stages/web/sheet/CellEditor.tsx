import { Popover } from 'radix-ui'
import type { ReactNode } from 'react'
import { text } from '#web/i18n/text.ts'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { phoneQuery, useMedia } from '#web/ui/use-media.ts'
import { stageStrings as strings } from '../stages.strings.ts'
import type { NamedCell } from './use-sheet.ts'
import styles from './CellEditor.module.css'

interface CellEditorProps extends NamedCell {
  /** The cell: it stays beside it, and the focus returns to it. */
  readonly anchor: HTMLElement
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Beside its cell, or from below on a phone. */
export function CellEditor({ stage, track, anchor, onClose, children }: CellEditorProps) {
  const isPhone = useMedia(phoneQuery)
  const title = text(strings.cellTitle, { title: track.title, stage: stage.name })
  const onOpenChange = (open: boolean) => !open && onClose()
  if (isPhone)
    return (
      <Dialog open onOpenChange={onOpenChange} title={title} size="card" isReadFirst>
        {children}
      </Dialog>
    )
  return (
    <Popover.Root open onOpenChange={onOpenChange}>
      <Popover.Anchor virtualRef={{ current: anchor }} />
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className={styles.box}
          aria-label={title}
          onOpenAutoFocus={(event) => {
            const { currentTarget } = event
            const first =
              currentTarget instanceof HTMLElement && currentTarget.querySelector<HTMLElement>('[data-autofocus]')
            if (!first) return
            event.preventDefault()
            first.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            // A press on another cell has moved the focus there.
            if (document.activeElement === document.body) anchor.focus()
          }}
        >
          <p className={styles.title}>{title}</p>
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
