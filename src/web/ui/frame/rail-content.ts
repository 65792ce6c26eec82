import type { LucideIcon } from 'lucide-react'
import type { AvatarPerson } from '../mark/Avatar.tsx'
import type { MenuEntry } from '../menu/menu-entries.ts'

/** Everything the rail shows, as data. */
export interface RailContent {
  /** The organization or the personal space; a menu to switch if there are several. */
  readonly head: { readonly name: string; readonly menu?: readonly MenuEntry[] }
  readonly items: readonly RailItem[]
  readonly projectsLabel: string
  readonly projects: readonly RailProject[]
  readonly storage?: RailStorage
  readonly account: { readonly person: AvatarPerson; readonly detail?: string; readonly menu: readonly MenuEntry[] }
}

export type RailItem = {
  readonly id: string
  readonly label: string
  readonly icon: LucideIcon
  readonly current?: boolean
  readonly count?: number
  /** What the count means, for tooltips and screen readers: "3 unread". */
  readonly countWords?: string
  /** Marks something new with a dot if the rail is too narrow for the count. */
  readonly dot?: boolean
  readonly keys?: string
} & ({ readonly href: string } | { readonly onSelect: () => void })

export interface RailProject {
  readonly id: string
  readonly title: string
  readonly href: string
  readonly current?: boolean
  readonly imageUrl?: string | null
  readonly count?: number
  /** "17 open notes". */
  readonly countWords?: string
}

export interface RailStorage {
  readonly usedBytes: number
  /** `null` if there is no limit. */
  readonly quotaBytes: number | null
  readonly href?: string
}
