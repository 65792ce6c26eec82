import { useRef } from 'react'

let lastOutsideMenus: HTMLElement | null = null

/** Remembers what had the focus before a menu took it. Returns the way to stop. */
export function watchFocus(): () => void {
  const remember = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement && target.closest('[role="menu"]') === null) lastOutsideMenus = target
  }
  document.addEventListener('focusin', remember)
  return () => document.removeEventListener('focusin', remember)
}

/**
 * Radix gives the focus back to a dialog's trigger only. Ours are opened by state, often from a menu that is
 * gone by the time they close, so the way back is noted as they open.
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
