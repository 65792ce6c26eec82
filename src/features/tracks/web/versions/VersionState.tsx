import { CircleAlert } from 'lucide-react'
import { formatPercent } from '#web/i18n/format-size.ts'
import { text } from '#web/i18n/text.ts'
import { useServerProgress } from '#web/live/progress-store.ts'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { Progress } from '#web/ui/mark/Progress.tsx'
import { trackStrings } from '../tracks.strings.ts'
import styles from './VersionState.module.css'

/** Replaces the waveform while a version is analysed: live progress. */
export function CheckingLine({ versionId }: { readonly versionId: string }) {
  const share = useServerProgress(versionId)
  const words =
    share === undefined ? trackStrings.waiting : text(trackStrings.checkingPercent, { percent: formatPercent(share) })
  return (
    <span className={styles.checking}>
      <Progress share={share ?? null} label={trackStrings.checking} />
      <span className={styles.words}>{words}</span>
    </span>
  )
}

/** Replaces the waveform of a refused version. */
export function RefusedLine({ title }: { readonly title: string }) {
  return (
    <span className={styles.refused} title={title}>
      <Icon of={CircleAlert} size={14} />
      {trackStrings.refused}
    </span>
  )
}
