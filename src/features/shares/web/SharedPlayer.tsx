import { PlayerClock } from '#features/tracks/web/player/PlayerClock.tsx'
import { TrackStage } from '#features/tracks/web/stage/TrackStage.tsx'
import type { TrackMarks } from '#features/tracks/web/stage/track-marks.ts'
import { text } from '#web/i18n/text.ts'
import { listening, type Heard } from '#web/player/listening.ts'
import { useListening, useVersionSound } from '#web/player/use-listening.ts'
import { PlayButton } from '#web/ui/PlayButton.tsx'
import styles from './Guest.module.css'
import { guestStrings } from './guest.strings.ts'
import type { SharedSound } from './use-shared-sound.ts'

interface SharedPlayerProps {
  readonly sound: SharedSound
  readonly queue: readonly Heard[]
  readonly notes: TrackMarks | undefined
}

/** The large play button, and the wave. */
export function SharedPlayer({ sound: { listed, version, heard }, queue, notes }: SharedPlayerProps) {
  const sounding = useVersionSound(heard?.versionId)
  const { heard: present } = useListening()
  const { title } = listed.track
  if (!heard || !version?.report)
    return (
      <section className={styles.card} aria-label={guestStrings.player}>
        <p className={styles.nothing}>
          {version?.state === 'checking' ? guestStrings.checking : guestStrings.unplayable}
        </p>
      </section>
    )
  const toggle = () => (present?.versionId === heard.versionId ? listening.toggle() : listening.hear(heard, { queue }))
  // Findings are only for the project's members.
  const report = { ...version.report, findings: [] }
  return (
    <section className={styles.card} aria-label={guestStrings.player}>
      <div className={styles.transport}>
        <PlayButton playing={sounding === 'playing'} name={title} onPointerEnter={listening.prepare} onClick={toggle} />
        <strong className={styles.what}>{text(guestStrings.trackVersion, { title, number: version.number })}</strong>
        {sounding !== 'elsewhere' && <PlayerClock />}
      </div>
      <div className={styles.stage}>
        <TrackStage
          key={version.id}
          heard={heard}
          members={[]}
          report={report}
          startAt={undefined}
          notes={notes}
          tempo={listed.track.tempo}
          isCalm
        />
      </div>
    </section>
  )
}
