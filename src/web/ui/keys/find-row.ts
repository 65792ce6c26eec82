import { stableKey } from '#web/outbox/outbox-store.ts'

/**
 * The row whose `attribute` carries the id, or what matches `inside` in it. Finds it under its temporary id too, after
 * the server has given it the real one.
 */
export function findRow(attribute: string, id: string, inside = ''): HTMLElement | null {
  const key = stableKey(id)
  for (const row of document.querySelectorAll<HTMLElement>(`[${attribute}]`))
    if (stableKey(row.getAttribute(attribute) ?? '') === key)
      return inside === '' ? row : row.querySelector<HTMLElement>(inside)
  return null
}
