import { AlertDialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from '../Button.tsx'
import { classNames } from '../class-names.ts'
import { useFocusReturn } from '../frame/focus-return.ts'
import { frameStrings } from '../frame/frame.strings.ts'
import styles from './Dialog.module.css'

interface ConfirmDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** Names the thing: "Delete v2 of Kite?" */
  readonly title: string
  /** What stays, and how long it can be undone. */
  readonly description: ReactNode
  /** Verb and object: "Delete v2". */
  readonly confirmLabel: string
  /** The opposite: "Keep it". */
  readonly cancelLabel?: string
  readonly tone?: 'primary' | 'danger'
  /** The dialog stays open while the request runs; close it through `open`. */
  readonly busy?: boolean
  readonly error?: string | null
  readonly onConfirm: () => void
}

/** Asks before an action that cannot easily be undone. Focus starts on the safe button. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel = frameStrings.cancel,
  tone = 'danger',
  busy = false,
  error,
  onConfirm,
}: ConfirmDialogProps) {
  const focusReturn = useFocusReturn()
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={styles.scrim} />
        <AlertDialog.Content {...focusReturn} className={classNames(styles.dialog, styles.confirm)}>
          <div className={styles.head}>
            <div className={styles.words}>
              <AlertDialog.Title className={styles.title}>{title}</AlertDialog.Title>
              <AlertDialog.Description className={styles.description}>{description}</AlertDialog.Description>
              {error && (
                <p role="alert" className={styles.error}>
                  {error}
                </p>
              )}
            </div>
          </div>
          <div className={styles.foot}>
            <AlertDialog.Cancel asChild>
              <Button tone="quiet">{cancelLabel}</Button>
            </AlertDialog.Cancel>
            <Button tone={tone} busy={busy} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
