import { definePoint } from '#web/extension/extension-point.ts'
import type { PaletteItem } from './palette-items.ts'

/** The part of the URL that the palette's additions depend on. */
export interface PalettePlace {
  readonly projectId: string | undefined
  readonly trackId: string | undefined
  readonly versionId: string | undefined
  /** Navigates to another page. */
  readonly go: (href: string) => void
}

export interface PaletteAddition {
  /** Commands on this page. */
  readonly actions?: readonly PaletteItem[]
  /** Pages that can be opened from here. */
  readonly places?: readonly PaletteItem[]
}

export const palettePoint = definePoint<PalettePlace, PaletteAddition>()
