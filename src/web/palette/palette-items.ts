import type { LucideIcon } from 'lucide-react'

/** One line of the palette: a place to go or a thing to do. */
export interface PaletteItem {
  /** Of its own among all. */
  readonly id: string
  readonly label: string
  /** Fainter, after the label. */
  readonly detail?: string | undefined
  readonly icon: LucideIcon
  /** `deliberate`: a command that decides, deletes or signs out, offered only to who types its own words. */
  readonly kind: 'title' | 'command' | 'deliberate'
  /** Keys that do the same. */
  readonly keys?: readonly string[] | undefined
  readonly run: () => void
}

export interface PaletteGroup {
  readonly label: string
  readonly items: readonly PaletteItem[]
}
