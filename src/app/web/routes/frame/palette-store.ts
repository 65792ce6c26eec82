import { useEffect, useSyncExternalStore } from 'react'
import { Listeners } from '#shared/listeners.ts'
import { latinKey } from '#web/ui/keys/page-keys.ts'

let isOpen = false
const listeners = new Listeners()

export function openPalette(): void {
  change(true)
}

export function closePalette(): void {
  change(false)
}

export function usePaletteOpen(): boolean {
  return useSyncExternalStore(listeners.add, () => isOpen)
}

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)
/** Command or Ctrl with K, whichever is usual on this system. */
export const paletteKeys = isApple ? { combo: '⌘+K', shown: '⌘K' } : { combo: 'Ctrl+K', shown: 'Ctrl K' }

/** Opens and closes it, also while the user is typing. */
export function usePaletteKey(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isMeant =
        latinKey(event).toLowerCase() === 'k' &&
        !event.shiftKey &&
        !event.altKey &&
        (isApple ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey)
      if (!isMeant || event.repeat || event.isComposing || event.defaultPrevented) return
      // Not over another open dialog.
      if (!isOpen && document.querySelector('[role="dialog"], [role="alertdialog"]')) return
      event.preventDefault()
      change(!isOpen)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

function change(next: boolean): void {
  isOpen = next
  listeners.tell()
}
