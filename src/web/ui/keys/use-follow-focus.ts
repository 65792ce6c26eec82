import { useEffect, useRef } from 'react'
import type { Milliseconds } from '#shared/units.ts'
import { findRow } from './find-row.ts'

/** Longer than any answer that is worth waiting for; later the focus would jump while somebody does something else. */
const followForMs: Milliseconds = 2000

/**
 * Gives the focus back to a row that was moved: the browser drops it when the row is taken out and put in elsewhere,
 * now or once the list is read again. `attribute` carries the rows' ids, `inside` what in a row takes the focus.
 */
export function useFollowFocus(attribute: string, inside = ''): (id: string) => void {
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])
  return (id) => {
    stop.current?.()
    stop.current = followRow(attribute, id, inside)
  }
}

/** Watches the page itself, not renders: between a render and its effects the next key would be lost. */
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
