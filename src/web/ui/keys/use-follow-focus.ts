import { useEffect, useRef } from 'react'
import type { Milliseconds } from '#shared/units.ts'
import { findRow } from './find-row.ts'

/** Longer than any answer that is worth waiting for; later the focus would jump under somebody's hands. */
const followForMs: Milliseconds = 2000

/**
 * Gives the focus back to a row that was moved: the browser drops it when the row is taken out and put in elsewhere,
 * now or once the list is read again. `attribute` carries the rows' ids, `inside` what in a row takes the focus.
 */
export function useFollowFocus(attribute: string, inside = ''): (id: string) => void {
  const followed = useRef<{ readonly id: string; readonly until: Milliseconds }>(undefined)
  const place = (id: string) => findRow(attribute, id, inside)
  useEffect(() => {
    const { id, until } = followed.current ?? {}
    if (id === undefined || until === undefined) return
    if (performance.now() > until) followed.current = undefined
    else if (document.activeElement === document.body || document.activeElement === null) place(id)?.focus()
  })
  return (id) => {
    followed.current = { id, until: performance.now() + followForMs }
    place(id)?.focus()
  }
}
