import { Dialog } from 'radix-ui'
import type { MouseEvent } from 'react'
import { useFocusReturn } from './focus-return.ts'
import { frameStrings } from './frame.strings.ts'
import type { RailContent } from './rail-content.ts'
import { Rail } from './Rail.tsx'
import styles from './AppFrame.module.css'

interface AppDrawerProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly rail: RailContent
}

/** The whole rail as a drawer, for windows too narrow to show it beside the page. */
export default function AppDrawer({ open, onOpenChange, rail }: AppDrawerProps) {
  const closeOnFollow = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a, [data-leaves]')) onOpenChange(false)
  }
  const focusReturn = useFocusReturn()
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.scrim} />
        <Dialog.Content {...focusReturn} className={styles.drawer} aria-describedby={undefined} onClick={closeOnFollow}>
          <Dialog.Title className={styles.hidden}>{frameStrings.mainNavigation}</Dialog.Title>
          <Rail content={rail} narrow={false} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
