import type { ListedTrack } from '#features/tracks/web/list/track-list.ts'
import { PlayNumber } from '#features/tracks/web/player/PlayNumber.tsx'
import { formatDuration } from '#web/i18n/format-duration.ts'
import { listening, type Heard } from '#web/player/listening.ts'
import { useListening, useListeningSnapshot } from '#web/player/use-listening.ts'
import styles from './Guest.module.css'
import { guestStrings } from './guest.strings.ts'

interface SharedTracksProps {
  readonly tracks: readonly ListedTrack[]
  readonly queue: readonly Heard[]
  readonly chosenId: string | undefined
  readonly onChoose: (trackId: string) => void
}

/** The shared tracks in album order. The number plays; the title selects. */
export function SharedTracks({ tracks, queue, chosenId, onChoose }: SharedTracksProps) {
  const { heard } = useListening()
  const { wantsToPlay } = useListeningSnapshot()
  return (
    <ol className={styles.tracks} aria-label={guestStrings.tracks}>
      {tracks.map(({ track, current, number }) => {
        const sound = heard?.trackId !== track.id ? 'elsewhere' : wantsToPlay ? 'playing' : 'here'
        const wanted = queue.find(({ trackId }) => trackId === track.id)
        const toggle = () => {
          onChoose(track.id)
          if (sound !== 'elsewhere') listening.toggle()
          else if (wanted) listening.hear(wanted, { queue })
        }
        return (
          <li key={track.id} className={styles.track} data-chosen={track.id === chosenId}>
            <PlayNumber number={number} title={track.title} sound={sound} onToggle={wanted && toggle} />
            <button
              type="button"
              className={styles.pick}
              title={track.title}
              aria-current={track.id === chosenId}
              onClick={() => onChoose(track.id)}
            >
              {track.title}
            </button>
            <span className={styles.length}>
              {current?.report ? formatDuration(current.report.format.durationSeconds) : ''}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
