import { formatSignedLevel } from '#web/i18n/format-level.ts'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import styles from './PeakLevel.module.css'
import { peakTrouble } from './loudness-words.ts'
import { trackStrings } from '../tracks.strings.ts'

/** A true peak in dBTP; if it is too high, the tooltip and the accessible name say why. */
export function PeakLevel({ peak }: { readonly peak: number | null }) {
  const trouble = peakTrouble(peak)
  if (trouble === null) return <>{formatSignedLevel(peak)}</>
  const hint = trouble === 'over' ? trackStrings.peakOver : trackStrings.peakHot
  return (
    <span className={styles[trouble]} title={hint}>
      {formatSignedLevel(peak)}
      <VisuallyHidden>, {hint}</VisuallyHidden>
    </span>
  )
}
