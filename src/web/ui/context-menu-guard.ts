import { openTextFieldMenu, type TextField } from './text-field-menu-store.ts'

const textTypes: ReadonlySet<string> = new Set(['text', 'search', 'url', 'tel', 'email', 'password', 'number'])

/**
 * Keeps the browser's context menu away on every screen; text fields get ours instead. The keys for
 * cut, copy and paste stay the browser's own.
 *
 * It listens last, on the window while the event bubbles: Radix opens no menu of ours for an event that
 * was prevented before it arrived. Returns the way to stop.
 */
export function guardContextMenu(target: Window = window): () => void {
  const refuse = (event: MouseEvent) => {
    const alreadyOurs = event.defaultPrevented
    event.preventDefault()
    const field = event.target
    if (isTextField(field) && !alreadyOurs) openTextFieldMenu(field, event.clientX, event.clientY)
  }
  target.addEventListener('contextmenu', refuse)
  return () => target.removeEventListener('contextmenu', refuse)
}

function isTextField(target: EventTarget | null): target is TextField {
  if (target instanceof HTMLTextAreaElement) return !target.disabled
  return target instanceof HTMLInputElement && textTypes.has(target.type) && !target.disabled
}
