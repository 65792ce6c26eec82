import type { LucideIcon } from 'lucide-react'
import type { AvatarPerson } from '../mark/Avatar.tsx'
import type { MenuEntry } from '../menu/menu-entries.ts'

/** Everything the rail shows, as data. */
export interface RailContent {
  /** The organization, or the person's own place; a menu to switch where there are several. */
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
  /** What the count counts, for tooltips and reading aloud: "3 unread". */
  readonly countWords?: string
  /** Something new: a dot where the rail is too narrow for the count. */
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
  /** `null` where nobody set a limit. */
  readonly quotaBytes: number | null
  readonly href?: string
}
