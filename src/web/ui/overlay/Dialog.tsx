import { X } from 'lucide-react'
import { Dialog as Parts } from 'radix-ui'
import { useRef, type ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { useFocusReturn } from '../frame/focus-return.ts'
import { IconButton } from '../IconButton.tsx'
import { frameStrings } from '../frame/frame.strings.ts'
import styles from './Dialog.module.css'

interface DialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: string
  /** Before the title: a cover. */
  readonly picture?: ReactNode
  /** Below the title, for what the title is about: a menu. */
  readonly underTitle?: ReactNode
  /** Small, beside the title: "4 files, 201 MB". */
  readonly aside?: ReactNode
  /** One sentence below the title, read aloud on opening. */
  readonly description?: ReactNode
  /**
   * At most 480 px wide, or the 720 px sheet. A card is 480 px wide and otherwise like the sheet: its body scrolls
   * between head and foot, and on a phone it rises from the bottom.
   */
  readonly size?: 'dialog' | 'sheet' | 'card'
  /** For dialogs to read first: on a touch screen no field gets the focus, so the keyboard does not cover the text. */
  readonly isReadFirst?: boolean
  readonly children?: ReactNode
  /** Buttons, the primary one last. */
  readonly footer?: ReactNode
}

/** Focus the first text field. Otherwise focus the dialog itself: on its close button a tooltip would open. */
const firstWanted =
  '[data-autofocus], input:not([type="hidden"], [tabindex="-1"]):not(:disabled), ' +
  'textarea:not(:disabled), select:not(:disabled)'

/** Modal. Traps the focus and returns it; Escape and a press outside close it. */
export function Dialog({
  open,
  onOpenChange,
  title,
  picture,
  underTitle,
  aside,
  description,
  size = 'dialog',
  isReadFirst = false,
  children,
  footer,
}: DialogProps) {
  const content = useRef<HTMLDivElement>(null)
  const focusReturn = useFocusReturn()
  const focusFirst = (event: Event) => {
    focusReturn.onOpenAutoFocus()
    event.preventDefault()
    const staysStill = isReadFirst && matchMedia('(pointer: coarse)').matches
    const first = (staysStill ? null : content.current?.querySelector<HTMLElement>(firstWanted)) ?? content.current
    first?.focus()
    // A field may have selected a part of itself when it got the focus.
    if (first instanceof HTMLInputElement && first.selectionStart === first.selectionEnd) first.select()
  }
  return (
    <Parts.Root open={open} onOpenChange={onOpenChange}>
      <Parts.Portal>
        <Parts.Overlay className={styles.scrim} />
        <Parts.Content
          {...focusReturn}
          ref={content}
          onOpenAutoFocus={focusFirst}
          className={classNames(styles.dialog, size !== 'dialog' && styles.sheet, styles[size])}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
        >
          <header className={styles.head}>
            {picture}
            <div className={styles.words}>
              <div className={styles.titleLine}>
                <Parts.Title className={styles.title}>{title}</Parts.Title>
                {aside !== undefined && <span className={styles.aside}>{aside}</span>}
              </div>
              {underTitle}
              {description !== undefined && (
                <Parts.Description className={styles.description}>{description}</Parts.Description>
              )}
            </div>
            <Parts.Close asChild>
              <IconButton icon={X} label={frameStrings.close} size="small" className={styles.close} />
            </Parts.Close>
          </header>
          {children !== undefined && <div className={styles.body}>{children}</div>}
          {footer !== undefined && <footer className={styles.foot}>{footer}</footer>}
        </Parts.Content>
      </Parts.Portal>
    </Parts.Root>
  )
}
