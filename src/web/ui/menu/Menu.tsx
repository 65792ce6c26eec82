import { useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import type { MenuEntry } from './menu-entries.ts'
import { LazyMenuContent, loadMenuContent } from './lazy-menu-content.ts'
import { boxOf, type MenuPlace } from './menu-place.ts'
import { Slot } from '../frame/Slot.tsx'

interface MenuProps {
  readonly entries: readonly MenuEntry[]
  /** The button that opens it: one element that takes a ref. */
  readonly children: ReactNode
  readonly align?: 'start' | 'center' | 'end'
  readonly side?: 'top' | 'right' | 'bottom' | 'left'
  /** Above the rows, for example who is signed in. */
  readonly head?: ReactNode
}

/** A menu below its button. Arrow keys, Home, End and typing move; Escape returns the focus. */
export function Menu({ entries, children, align, side, head }: MenuProps) {
  const opener = useRef<HTMLElement>(null)
  const [opened, setOpened] = useState<OpenMenu | null>(null)
  const open = (byKeyboard: boolean) => {
    if (opener.current) setOpened({ place: boxOf(opener.current, byKeyboard), label: nameOf(opener.current) })
  }
  // A click from the keyboard has detail 0.
  const onClick = (event: MouseEvent) => open(event.detail === 0)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    open(true)
  }
  return (
    <>
      <Slot
        ref={opener}
        aria-haspopup="menu"
        aria-expanded={opened !== null}
        onClick={onClick}
        onKeyDown={onKeyDown}
        onPointerEnter={() => void loadMenuContent()}
      >
        {children}
      </Slot>
      {opened && (
        <LazyMenuContent
          {...opened}
          {...{ entries, align, side, head }}
          onClose={() => setOpened(null)}
          onFocusFree={() => opener.current?.focus()}
        />
      )}
    </>
  )
}

interface OpenMenu {
  readonly place: MenuPlace
  readonly label: string
}

function nameOf(element: Element): string {
  return element.getAttribute('aria-label') ?? element.textContent.trim()
}
