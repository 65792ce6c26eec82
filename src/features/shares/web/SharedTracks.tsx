import { Check, type LucideIcon, Undo2 } from 'lucide-react'
import { text } from '#web/i18n/text.ts'
import type { ListedTrack } from '#features/tracks/web/list/track-list.ts'
import { PlayNumber } from '#features/tracks/web/player/PlayNumber.tsx'
import { formatDuration } from '#web/i18n/format-duration.ts'
import { listening, type Heard } from '#web/player/listening.ts'
import { useListening, useListeningSnapshot } from '#web/player/use-listening.ts'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import styles from './Guest.module.css'
import { guestStrings } from './guest.strings.ts'

interface SharedTracksProps {
  readonly tracks: readonly ListedTrack[]
  readonly queue: readonly Heard[]
  readonly chosenId: string | undefined
  /** Open notes by track. */
  readonly noteCounts: Readonly<Record<string, number>>
  readonly approvedIds: ReadonlySet<string>
  readonly changesIds: ReadonlySet<string>
  readonly onChoose: (trackId: string) => void
}

/** The shared tracks in album order. The number plays; the title selects, and plays on if something plays. */
export function SharedTracks(props: SharedTracksProps) {
  const { tracks, queue, chosenId, noteCounts, approvedIds, changesIds, onChoose } = props
  const { heard } = useListening()
  const { wantsToPlay } = useListeningSnapshot()
  return (
    <ol className={styles.tracks} aria-label={guestStrings.tracks}>
      {tracks.map(({ track, current, number }) => {
        const sound = heard?.trackId !== track.id ? 'elsewhere' : wantsToPlay ? 'playing' : 'here'
        const wanted = queue.find(({ trackId }) => trackId === track.id)
        const play = () => {
          onChoose(track.id)
          if (sound !== 'elsewhere') listening.toggle()
          else if (wanted) listening.hear(wanted, { queue })
        }
        const choose = () => {
          onChoose(track.id)
          if (sound === 'elsewhere' && wanted && wantsToPlay) listening.hear(wanted, { queue })
        }
        const notes = noteCounts[track.id] ?? 0
        return (
          <li key={track.id} className={styles.track} data-chosen={track.id === chosenId}>
            <PlayNumber
              number={number}
              title={track.title}
              // The chosen row is marked already: bars that stand still before anything was played would say it plays.
              sound={sound === 'playing' ? sound : 'elsewhere'}
              onToggle={wanted && play}
            />
            <button
              type="button"
              className={styles.pick}
              title={track.title}
              aria-current={track.id === chosenId}
              onClick={choose}
            >
              {track.title}
            </button>
            {approvedIds.has(track.id) && <Answer icon={Check} words={guestStrings.approvedThis} />}
            {changesIds.has(track.id) && <Answer icon={Undo2} words={guestStrings.changesToThis} />}
            {notes > 0 && (
              <span className={styles.count} title={text(guestStrings.noteCount, { count: notes })}>
                <span aria-hidden>{notes}</span>
                <VisuallyHidden>{text(guestStrings.noteCount, { count: notes })}</VisuallyHidden>
              </span>
            )}
            <span className={styles.length}>
              {current?.report ? formatDuration(current.report.format.durationSeconds) : ''}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

function Answer({ icon, words }: { readonly icon: LucideIcon; readonly words: string }) {
  return (
    <span className={styles.tick} data-changes={icon === Undo2 || undefined} title={words}>
      <Icon of={icon} size={14} />
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  )
}
