import type { LucideIcon } from 'lucide-react'

/** One line of the palette: a page to open or a command. */
export interface PaletteItem {
  /** Unique among all items. */
  readonly id: string
  readonly label: string
  /** Fainter text after the label. */
  readonly detail?: string | undefined
  readonly icon: LucideIcon
  /** `deliberate`: a command that decides, deletes or signs out. It is offered only if the user types its full name. */
  readonly kind: 'title' | 'command' | 'deliberate'
  /** Keys that do the same. */
  readonly keys?: readonly string[] | undefined
  readonly run: () => void
}

export interface PaletteGroup {
  readonly label: string
  readonly items: readonly PaletteItem[]
}
