import { isTextField, menuSubject } from './menu-subject.ts'
import { openPageMenu } from './page-menu-store.ts'

/** Some systems also send a contextmenu event on release of the menu key; ignore it within this time. */
const sameKeyMs = 1000

/**
 * Suppresses the browser's context menu; text fields, links and selected text get ours. The keys for cut, copy and
 * paste stay the browser's. A long press on text selects it, which needs the browser's handles.
 *
 * Listens last, on the window in the bubble phase: Radix opens no menu for an event that was prevented before. Returns
 * a function that stops it.
 */
export function guardContextMenu(target: Window = window): () => void {
  let keyAt = -Infinity
  const refuse = (event: MouseEvent) => {
    const alreadyOurs = event.defaultPrevented
    const subject = alreadyOurs ? undefined : menuSubject(event.target, { x: event.clientX, y: event.clientY })
    const isTouch = event instanceof PointerEvent && event.pointerType === 'touch'
    if (isTouch && !alreadyOurs && isTextual(event.target)) return
    event.preventDefault()
    if (!subject || (event.button !== 2 && event.timeStamp - keyAt < sameKeyMs)) return
    openPageMenu({ subject, x: event.clientX, y: event.clientY, byKeyboard: event.button !== 2 })
  }
  const answerKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || !(event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey))) return
    event.preventDefault()
    keyAt = event.timeStamp
    const subject = menuSubject(event.target)
    if (subject) openPageMenu({ subject, ...keyPoint(event.target), byKeyboard: true })
  }
  target.addEventListener('contextmenu', refuse)
  target.addEventListener('keydown', answerKey)
  return () => {
    target.removeEventListener('contextmenu', refuse)
    target.removeEventListener('keydown', answerKey)
  }
}

/** Text that a long press selects, in a field or on the page. A long press on a link opens its menu. */
function isTextual(target: EventTarget | null): boolean {
  if (isTextField(target)) return true
  return (
    target instanceof Element &&
    !target.closest('a, button, img, canvas, [role="slider"]') &&
    getComputedStyle(target).userSelect !== 'none'
  )
}

/** Beside the focused element; without one, beside the selected text. */
function keyPoint(target: EventTarget | null): { readonly x: number; readonly y: number } {
  const selection = document.getSelection()
  const isPage = target === document.body && selection !== null && selection.rangeCount > 0
  const box = isPage
    ? selection.getRangeAt(0).getBoundingClientRect()
    : target instanceof Element
      ? target.getBoundingClientRect()
      : new DOMRect()
  return { x: box.left + Math.min(24, box.width / 2), y: box.bottom - Math.min(8, box.height / 2) }
}
