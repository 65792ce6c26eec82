import { palettePoint } from '#web/palette/palette-point.ts'

/** The palette, with what the features add to it. */
export async function loadPalette(): Promise<typeof import('./PaletteSlot.tsx')> {
  const [palette] = await Promise.all([import('./PaletteSlot.tsx'), palettePoint.load()])
  return palette
}
