import type { RenditionTrouble } from '#features/renditions/renditions.contract.ts'
import type { Hertz } from '#shared/units.ts'
import { formatSampleRate } from '#web/i18n/format-level.ts'
import { formatPercent } from '#web/i18n/format-size.ts'
import { text } from '#web/i18n/text.ts'
import { useServerProgress } from '#web/live/progress-store.ts'
import { Button } from '#web/ui/Button.tsx'
import { Progress } from '#web/ui/mark/Progress.tsx'
import { compareStrings as strings } from '../compare.strings.ts'
import { resampledSubject } from '../comparisons.client.ts'
import type { VoiceTrouble } from './use-voices.ts'
import styles from './VoiceNotice.module.css'

/** Replaces the waveform: why a source cannot play yet, or at all. */
export function VoiceNotice({
  trouble: { rendition, failed, retry },
  versionId,
  rate,
}: {
  readonly trouble: VoiceTrouble
  readonly versionId: string
  readonly rate: Hertz
}) {
  const made = useServerProgress(resampledSubject(versionId, rate))
  const to = formatSampleRate(rate)
  if (rendition?.state === 'impossible')
    return (
      <div className={styles.notice} role="status">
        {troubleWords(rendition.trouble)}
      </div>
    )
  if (failed || rendition?.state === 'failed')
    return (
      <div className={styles.notice} role="alert">
        <span>{text(strings.resampleFailed, { to })}</span>
        <Button size="small" onClick={retry}>
          {strings.tryAgain}
        </Button>
      </div>
    )
  const share = rendition?.state === 'making' ? Math.max(rendition.fraction, made ?? 0) : null
  return (
    <div className={styles.notice}>
      <Progress share={share} label={text(strings.resampling, { to })} />
      <span>
        {share === null
          ? text(strings.resampling, { to })
          : text(strings.resamplingPercent, { to, percent: formatPercent(share) })}
      </span>
    </div>
  )
}

function troubleWords(trouble: RenditionTrouble | null): string {
  const { troubles } = strings
  return trouble === 'not-checked' || trouble === 'refused' || trouble === 'too-many-channels'
    ? troubles[trouble]
    : troubles.other
}
