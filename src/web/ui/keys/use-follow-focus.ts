import { useEffect, useRef } from 'react'
import type { Milliseconds } from '#shared/units.ts'
import { findRow } from './find-row.ts'

/** Longer than a useful answer takes; later, the focus would jump while the user does something else. */
const followForMs: Milliseconds = 2000

/**
 * Restores the focus to a row that moves: the browser drops it when the row is removed and inserted elsewhere, now or
 * after a refetch. `attribute` holds the rows' ids, `inside` selects what in a row takes the focus.
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
