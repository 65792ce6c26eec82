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
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])
  return (id) => {
    stop.current?.()
    stop.current = followRow(attribute, id, inside)
  }
}

/** Observes the DOM instead of renders: between a render and its effects, the next key press would be lost. */
function followRow(attribute: string, id: string, inside: string): () => void {
  const focus = () => findRow(attribute, id, inside)?.focus()
  const watch = new MutationObserver(() => {
    if (document.activeElement === document.body || document.activeElement === null) focus()
  })
  watch.observe(document.body, { childList: true, subtree: true })
  const timer = setTimeout(() => watch.disconnect(), followForMs)
  focus()
  return () => {
    clearTimeout(timer)
    watch.disconnect()
  }
}
