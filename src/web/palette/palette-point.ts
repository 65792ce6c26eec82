import { definePoint } from '#web/extension/extension-point.ts'
import type { PaletteItem } from './palette-items.ts'

/** What the address names while the palette is open. */
export interface PalettePlace {
  readonly projectId: string | undefined
  readonly trackId: string | undefined
  readonly versionId: string | undefined
  /** To another page. */
  readonly go: (href: string) => void
}

export interface PaletteAddition {
  /** What can be done here. */
  readonly actions?: readonly PaletteItem[]
  /** Where one can go from here. */
  readonly places?: readonly PaletteItem[]
}

export const palettePoint = definePoint<PalettePlace, PaletteAddition>()
