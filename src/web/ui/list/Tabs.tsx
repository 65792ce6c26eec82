import { Tabs as Parts } from 'radix-ui'
import { type MouseEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import styles from './Tabs.module.css'
import { UiLink } from '../frame/UiLink.tsx'

interface TabHead {
  readonly label: string
  readonly count?: number | undefined
}

export interface Tab<Value extends string> extends TabHead {
  readonly value: Value
  readonly content: ReactNode
}

interface TabsProps<Value extends string> {
  readonly label: string
  readonly tabs: readonly Tab<Value>[]
  readonly value: Value
  readonly onValueChange: (value: Value) => void
}

/** Panels of one page. Arrow keys move between tabs. */
export function Tabs<Value extends string>({ label, tabs, value, onValueChange }: TabsProps<Value>) {
  const choose = (chosen: string) => {
    const tab = tabs.find((one) => one.value === chosen)
    if (tab) onValueChange(tab.value)
  }
  const list = useTabStrip<HTMLDivElement>(value)
  return (
    <Parts.Root value={value} onValueChange={choose} className={styles.root}>
      <Parts.List ref={list} className={styles.list} aria-label={label}>
        {tabs.map((tab) => (
          <Parts.Trigger key={tab.value} value={tab.value} className={styles.tab} onMouseDown={focusQuietly}>
            <Words {...tab} />
          </Parts.Trigger>
        ))}
      </Parts.List>
      {tabs.map((tab) => (
        <Parts.Content key={tab.value} value={tab.value} className={styles.panel}>
          {tab.content}
        </Parts.Content>
      ))}
    </Parts.Root>
  )
}

/** Radix focuses a pressed tab by script, after which browsers draw the keyboard's focus ring. */
function focusQuietly({ currentTarget }: MouseEvent<HTMLElement>) {
  currentTarget.focus({ focusVisible: false })
}

export interface TabLink extends TabHead {
  readonly href: string
  readonly current: boolean
}

/** The same look for pages with their own URLs. */
export function TabLinks({ label, tabs }: { readonly label: string; readonly tabs: readonly TabLink[] }) {
  const list = useTabStrip<HTMLElement>(tabs.find(({ current }) => current)?.href)
  return (
    <nav ref={list} aria-label={label} className={styles.list}>
      {tabs.map((tab) => (
        <UiLink key={tab.label} href={tab.href} className={styles.tab} aria-current={tab.current ? 'page' : undefined}>
          <Words {...tab} />
        </UiLink>
      ))}
    </nav>
  )
}

/** Zero is not shown. */
function Words({ label, count = 0 }: TabHead) {
  return (
    <>
      {label}
      {count > 0 && <span className={styles.count}>{count}</span>}
    </>
  )
}

/**
 * On a phone a strip of tabs is wider than the screen: scrolls the open tab to the middle, and sets `data-more` if
 * there is more at the end. Only the strip may scroll, not the page. `open` identifies the open tab.
 */
function useTabStrip<E extends HTMLElement>(open: string | undefined): RefObject<E | null> {
  const strip = useRef<E>(null)
  useEffect(() => {
    const list = strip.current
    if (!list) return
    const measure = () => list.toggleAttribute('data-more', list.scrollWidth - list.clientWidth - list.scrollLeft > 1)
    const stopped = new AbortController()
    // Rotation, zoom or a count that loads later could move the open tab out of view.
    const resized = new ResizeObserver(() => {
      showOpen(list)
      measure()
    })
    for (const box of [list, ...list.children]) resized.observe(box)
    list.addEventListener('scroll', measure, { signal: stopped.signal, passive: true })
    showOpen(list)
    measure()
    return () => {
      stopped.abort()
      resized.disconnect()
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another open tab is looked for anew
  }, [open])
  return strip
}

function showOpen(list: HTMLElement): void {
  const tab = list.querySelector('[data-state="active"], [aria-current="page"]')?.getBoundingClientRect()
  if (!tab) return
  const { left, width } = list.getBoundingClientRect()
  list.scrollLeft += tab.left + tab.width / 2 - (left + width / 2)
}
