import { useCallback, useSyncExternalStore } from 'react'

/** The widths at which the layout changes. */
export const phoneQuery = '(max-width: 720px)'
/** Too narrow for a panel beside the page: it is a sheet over its lower part. */
export const sideSheetQuery = '(max-width: 899px)'
/** Too narrow for anything beside the current page's name. */
export const tinyQuery = '(max-width: 380px)'
/** The player bar of a phone, also on its side. */
export const phoneBarQuery = '(max-width: 720px), (max-height: 480px) and (max-width: 1011px)'
/** The player bar has not space for all its controls: the rest is in the full-screen player. */
export const tightBarQuery = '(max-width: 1055px)'
/** Wide and high enough to reserve space for an empty player bar. */
export const idleBarQuery = '(min-width: 721px) and (min-height: 481px)'
export const wideQuery = '(min-width: 1280px)'

/** Whether a media query matches, kept current. */
export function useMedia(query: string): boolean {
  const watch = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(watch, () => window.matchMedia(query).matches)
}
