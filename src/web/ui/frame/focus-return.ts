import { useRef } from 'react'

let lastOutsideMenus: HTMLElement | null = null

/** Remembers which element had the focus before a menu took it. Returns a function that stops watching. */
export function watchFocus(): () => void {
  const remember = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement && target.closest('[role="menu"]') === null) lastOutsideMenus = target
  }
  document.addEventListener('focusin', remember)
  return () => document.removeEventListener('focusin', remember)
}

/**
 * Radix returns the focus only to a dialog's trigger. Our dialogs open by state, often from a menu that is gone when
 * they close, so this remembers the focused element on opening.
 */
export function useFocusReturn() {
  const opener = useRef<HTMLElement | null>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = lastOutsideMenus
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      opener.current?.focus()
    },
  }
}
