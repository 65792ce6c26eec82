import type { PageMenuSubject, TextField } from './page-menu-store.ts'

const textTypes: ReadonlySet<string> = new Set(['text', 'search', 'url', 'tel', 'email', 'password', 'number'])

/** What a menu at this element or point would be about. */
export function menuSubject(
  target: EventTarget | null,
  point?: { readonly x: number; readonly y: number },
): PageMenuSubject | undefined {
  if (isTextField(target)) return { field: target }
  const words = selectedAt(target, point)
  const link = target instanceof Element ? target.closest('a')?.href || undefined : undefined
  return words === '' && link === undefined ? undefined : { words, link }
}

export function isTextField(target: EventTarget | null): target is TextField {
  if (target instanceof HTMLTextAreaElement) return !target.disabled
  return target instanceof HTMLInputElement && textTypes.has(target.type) && !target.disabled
}

/** The selected text if the point lies on it; for a keyboard request, wherever it is. */
function selectedAt(target: EventTarget | null, point: { readonly x: number; readonly y: number } | undefined): string {
  const selection = document.getSelection()
  if (!selection || selection.isCollapsed || !(target instanceof Node)) return ''
  const words = selection.toString()
  if (!point) return words
  const boxes = Array.from({ length: selection.rangeCount }, (_, at) => [
    ...selection.getRangeAt(at).getClientRects(),
  ]).flat()
  const isOn = boxes.some(
    ({ left, right, top, bottom }) => point.x >= left && point.x <= right && point.y >= top && point.y <= bottom,
  )
  return isOn ? words : ''
}
