import type { LucideIcon } from 'lucide-react'

/**
 * What a menu offers, as plain values, so that a row's ⋯ button and its context menu share one list.
 * `false` entries are left out: `mayDelete && { kind: 'action', … }`.
 */
export type MenuEntry =
  MenuAction | MenuLink | MenuToggle | MenuChoice | MenuSubmenu | MenuHeading | MenuSeparator | false | null | undefined

interface MenuRow {
  readonly label: string
  readonly icon?: LucideIcon
  readonly disabled?: boolean
}

export interface MenuAction extends MenuRow {
  readonly kind: 'action'
  /** As built in; the menu shows what this person has instead. */
  readonly keys?: string | undefined
  readonly tone?: 'danger'
  /** Searched for, it is found by its own words alone. */
  readonly isDeliberate?: boolean
  /** It leads into a field: done once the menu, which holds the focus, is gone. */
  readonly movesFocus?: boolean
  readonly onSelect: () => void
}

export interface MenuLink extends MenuRow {
  readonly kind: 'link'
  readonly href: string
}

export interface MenuToggle extends MenuRow {
  readonly kind: 'toggle'
  readonly checked: boolean
  readonly onCheckedChange: (checked: boolean) => void
}

/** One of several values, each with a row of its own. */
export interface MenuChoice {
  readonly kind: 'choice'
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onValueChange: (value: string) => void
}

export interface MenuSubmenu extends MenuRow {
  readonly kind: 'submenu'
  readonly entries: readonly MenuEntry[]
}

export interface MenuHeading {
  readonly kind: 'heading'
  readonly label: string
}

export interface MenuSeparator {
  readonly kind: 'separator'
}
