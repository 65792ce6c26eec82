import { stableKey } from '#web/outbox/outbox-store.ts'

/**
 * Finds the row whose `attribute` holds the id, or the element that matches `inside` in it. Also finds it under its
 * temporary id after the server has assigned the real one.
 */
export function findRow(attribute: string, id: string, inside = ''): HTMLElement | null {
  const key = stableKey(id)
  for (const row of document.querySelectorAll<HTMLElement>(`[${attribute}]`))
    if (stableKey(row.getAttribute(attribute) ?? '') === key)
      return inside === '' ? row : row.querySelector<HTMLElement>(inside)
  return null
}
