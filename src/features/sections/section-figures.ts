import { peakToLoudness, regionPeak } from '#audio/dynamics.ts'
import type { EnergyGrid } from '#audio/energy-file.ts'
import { regionLoudness } from '#audio/region-loudness.ts'
import type { Decibels, Lufs, Seconds } from '#shared/units.ts'

export interface SectionFigures {
  readonly integrated: Lufs | null
  readonly truePeak: number | null
  readonly plr: Decibels | null
}

const NONE: SectionFigures = { integrated: null, truePeak: null, plr: null }

/** What was measured of a stretch of a version; nothing of one that is empty, or of a version without measurements. */
export function sectionFigures(grid: EnergyGrid | null, from: Seconds, to: Seconds | null): SectionFigures {
  if (!grid || to === null || to <= from) return NONE
  const { integrated } = regionLoudness(grid, from, to)
  const truePeak = grid.rows && regionPeak(grid.rows, from, to)
  return { integrated, truePeak, plr: peakToLoudness(truePeak, integrated) }
}
