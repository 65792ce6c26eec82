import { reasonOf } from '#web/api/reason.ts'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import { SegmentedControl } from '#web/ui/form/SegmentedControl.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { Switch } from '#web/ui/form/Switch.tsx'
import { settingsStrings } from './settings.strings.ts'
import { useSettings } from './use-settings.ts'
import styles from './Account.module.css'

const qualities = [
  { value: 'automatic', label: settingsStrings.automatic },
  { value: 'lossless', label: settingsStrings.lossless },
] as const

export function PlaybackSection() {
  const { settings, error, retry, change } = useSettings()
  if (!settings)
    return error ? (
      <ErrorView error={error} onRetry={retry}>
        {reasonOf(error)}
      </ErrorView>
    ) : (
      <SkeletonGroup>
        <Skeleton height={80} />
      </SkeletonGroup>
    )
  const { quality, pausesForNotes } = settings.playback
  return (
    <>
      <section className={styles.section}>
        <h2>{settingsStrings.quality}</h2>
        <p className={styles.dim}>{settingsStrings.qualityWords}</p>
        <div>
          <SegmentedControl
            label={settingsStrings.quality}
            segments={qualities}
            value={quality}
            onValueChange={(value) => change((held) => ({ playback: { ...held.playback, quality: value } }))}
          />
        </div>
        <p className={styles.dim}>
          {quality === 'lossless' ? settingsStrings.losslessWords : settingsStrings.automaticWords}
        </p>
      </section>
      <section className={styles.section}>
        <h2>{settingsStrings.writing}</h2>
        <Switch
          checked={pausesForNotes}
          onCheckedChange={(on) => change((held) => ({ playback: { ...held.playback, pausesForNotes: on } }))}
        >
          {settingsStrings.pausesForNotes}
        </Switch>
        <p className={styles.dim}>{settingsStrings.pausesForNotesWords}</p>
      </section>
    </>
  )
}
