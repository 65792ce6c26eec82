import { DropdownMenu } from 'radix-ui'
import { useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { MenuEntry } from './menu-entries.ts'
import { AfterMenu, MenuRows } from './MenuRows.tsx'
import type { MenuPlace } from './menu-place.ts'
import styles from './Menu.module.css'

export interface MenuContentProps {
  readonly entries: readonly MenuEntry[]
  readonly label: string
  readonly place: MenuPlace
  readonly align?: 'start' | 'center' | 'end'
  readonly side?: 'top' | 'right' | 'bottom' | 'left'
  readonly head?: ReactNode
  readonly onClose: () => void
  /** Called when the menu releases the focus; it usually returns to the opener. */
  readonly onFocusFree: () => void
}

/**
 * The open menu. Mounted only while open and loaded on demand: a page has dozens of menus and shows one at a time.
 * Radix needs a trigger, so an invisible one covers the opener.
 */
export default function MenuContent({
  entries,
  label,
  place,
  align = 'start',
  side = 'bottom',
  head,
  onClose,
  onFocusFree,
}: MenuContentProps) {
  const entered = useRef(false)
  const last = useRef<() => void>(undefined)
  const { left, top, width, height, byKeyboard } = place
  return (
    <DropdownMenu.Root
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      {createPortal(
        <DropdownMenu.Trigger
          className={styles.anchor}
          style={{ left, top, width, height }}
          tabIndex={-1}
          aria-label={label}
        />,
        document.body,
      )}
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className={styles.menu}
          align={align}
          side={side}
          sideOffset={height > 1 ? 6 : 2}
          collisionPadding={8}
          aria-label={label}
          aria-labelledby={undefined}
          onFocus={(event) => {
            // Radix was not loaded when the key opened it, so focus the first row here.
            if (entered.current || event.target !== event.currentTarget) return
            entered.current = true
            if (byKeyboard)
              event.currentTarget.querySelector<HTMLElement>('[role^="menuitem"]:not([data-disabled])')?.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            onFocusFree()
            last.current?.()
          }}
        >
          {head !== undefined && <div className={styles.head}>{head}</div>}
          <AfterMenu
            value={(act) => {
              last.current = act
            }}
          >
            <MenuRows entries={entries} />
          </AfterMenu>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
