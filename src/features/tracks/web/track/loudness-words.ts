import type { Loudness } from '#audio/analysis-report.ts'
import { formatLevel, formatLufs } from '#web/i18n/format-level.ts'
import { trackStrings } from '../tracks.strings.ts'

/** The integrated loudness with its unit, or why there is none. */
export function loudnessWords({ integrated, notMeasured }: Pick<Loudness, 'integrated' | 'notMeasured'>): string {
  return notMeasured === undefined ? formatLufs(integrated) : trackStrings.notMeasured
}

/** Only the figure, for a column with the unit in its header. */
export function loudnessFigure({ integrated, notMeasured }: Pick<Loudness, 'integrated' | 'notMeasured'>): string {
  return notMeasured === undefined ? formatLevel(integrated) : '–'
}

/** The text if nothing was found; claims nothing about levels that were not measured. */
export function noFindingsWords({ notMeasured }: Pick<Loudness, 'notMeasured'>): string {
  return notMeasured === undefined ? trackStrings.noFindings : trackStrings.noFindingsUnmeasured
}

/** `over`: at or above 0 dBTP. `hot`: above −1 dBTP as shown, so −1.0 itself is fine. */
export function peakTrouble(peak: number | null): 'over' | 'hot' | null {
  if (peak === null) return null
  const shown = Math.round(peak * 10) / 10
  if (shown >= 0) return 'over'
  return shown > -1 ? 'hot' : null
}
