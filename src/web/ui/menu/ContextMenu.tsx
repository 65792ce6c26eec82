import { useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import type { MenuEntry } from './menu-entries.ts'
import { LazyMenuContent } from './lazy-menu-content.ts'
import { pointAt, type MenuPlace } from './menu-place.ts'
import { Slot } from '../frame/Slot.tsx'
import { frameStrings } from '../frame/frame.strings.ts'
import { isTextField, menuSubject } from './menu-subject.ts'
import { pageEntries, withPageEntries } from './page-entries.ts'
import { useLongPress } from './use-long-press.ts'

interface ContextMenuProps {
  /** Or a function that makes them, for long lists in which few menus are opened. If empty, there is no menu. */
  readonly entries: readonly MenuEntry[] | (() => readonly MenuEntry[])
  /** What the menu is about, read aloud: "Glasshouse". */
  readonly label?: string
  /** `false` if a long press does something else here. */
  readonly byRest?: boolean
  /** The target: one element that takes a ref and is focusable or contains something focusable. */
  readonly children: ReactNode
}

/** Opens by right click, long press, Shift+F10 and the Menu key. */
export function ContextMenu({ entries, label = frameStrings.more, byRest = true, children }: ContextMenuProps) {
  const [place, setPlace] = useState<MenuPlace | null>(null)
  const [more, setMore] = useState<readonly MenuEntry[]>([])
  const before = useRef<HTMLElement | null>(null)
  const open = (at: MenuPlace, target: EventTarget | null = null): boolean => {
    if (!rowsOf(entries).some(Boolean)) return false
    // On a link or selected text inside, the menu also offers the actions for those.
    const subject = menuSubject(target, at.byKeyboard ? undefined : { x: at.left, y: at.top })
    setMore(subject && 'words' in subject ? pageEntries(subject) : [])
    before.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    setPlace(at)
    return true
  }
  const press = useLongPress((x, y) => open(pointAt(x, y, false)))
  const goBack = () => {
    // The chosen entry may have moved the focus, for example into a field.
    if (document.activeElement === document.body) before.current?.focus()
  }
  const onContextMenu = (event: MouseEvent) => {
    // Text fields inside have their own menu; a nested target's menu wins.
    if (event.defaultPrevented || isTextField(event.target)) return
    // Without entries, the page's own menu applies.
    if (!rowsOf(entries).some(Boolean)) return
    event.preventDefault()
    press.forget()
    if (open(pointAt(event.clientX, event.clientY, false), event.target)) press.takeOver()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Not every system sends a contextmenu event for these keys, so handle them here.
    const asks = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)
    if (!asks || event.defaultPrevented || isTextField(event.target) || !rowsOf(entries).some(Boolean)) return
    event.preventDefault()
    const box = (event.target instanceof Element ? event.target : event.currentTarget).getBoundingClientRect()
    open(pointAt(box.left + Math.min(24, box.width / 2), box.top + Math.min(24, box.height / 2), true), event.target)
  }
  return (
    <>
      <Slot onContextMenu={onContextMenu} onKeyDown={onKeyDown} {...(byRest && press.handlers)}>
        {children}
      </Slot>
      {place && (
        <LazyMenuContent
          entries={withPageEntries(rowsOf(entries), more)}
          label={label}
          place={place}
          onClose={() => setPlace(null)}
          onFocusFree={goBack}
        />
      )}
    </>
  )
}

function rowsOf(entries: ContextMenuProps['entries']): readonly MenuEntry[] {
  return typeof entries === 'function' ? entries() : entries
}
