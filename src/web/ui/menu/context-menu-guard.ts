import { isTextField, menuSubject } from './menu-subject.ts'
import { openPageMenu } from './page-menu-store.ts'

/** Some systems turn the menu key into a contextmenu event as well, when it is let go. */
const sameKeyMs = 1000

/**
 * Keeps the browser's context menu away on every screen; text fields, links and selected words get ours instead. The
 * keys for cut, copy and paste stay the browser's own. A finger that rests on words selects them: its handles are no
 * menu.
 *
 * It listens last, on the window while the event bubbles: Radix opens no menu of ours for an event that
 * was prevented before it arrived. Returns the way to stop.
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

/** Words that a resting finger selects, in a field or on the page. A link is followed, or asked for its menu. */
function isTextual(target: EventTarget | null): boolean {
  if (isTextField(target)) return true
  return (
    target instanceof Element &&
    !target.closest('a, button, img, canvas, [role="slider"]') &&
    getComputedStyle(target).userSelect !== 'none'
  )
}

/** Beside what has the focus; with nothing focused, beside the selected words. */
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
