import type { LucideIcon } from 'lucide-react'

/**
 * A menu's entries as data, so that a row's ⋯ button and its context menu share one list. `false` entries are skipped:
 * `mayDelete && { kind: 'action', … }`.
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
  /** The built-in keys; the menu shows the user's own bindings. */
  readonly keys?: string | undefined
  readonly tone?: 'danger'
  /** The palette offers it only for its full name. */
  readonly isDeliberate?: boolean
  /** It moves the focus into a field, so it runs after the menu, which holds the focus, has closed. */
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

/** One of several values, each in its own row. */
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
