import { listening } from '#web/player/listening.ts'
import { useListening, useListeningSnapshot, type VersionSound } from '#web/player/use-listening.ts'
import type { Seconds } from '#shared/units.ts'
import type { ProjectDetails } from '../../tracks.contract.ts'
import type { ListedTrack } from '../list/track-list.ts'
import { heardOf } from '../versions/version-sound.ts'

interface TrackSound {
  readonly sound: VersionSound
  /** Plays or pauses; undefined if there is nothing to play. */
  readonly onToggle: (() => void) | undefined
  /** Plays the current version from there. */
  readonly onPlayAt: ((at: Seconds) => void) | undefined
}

/** Whether a track of a list plays, in any version, and its play handler. With `queue`, the tracks after it follow. */
export function useTrackSound(project: ProjectDetails, { track, current }: ListedTrack): TrackSound {
  const { heard } = useListening()
  const { wantsToPlay } = useListeningSnapshot()
  const wanted = heardOf(project, track, current)
  const here = heard?.trackId === track.id
  const sound = !here ? 'elsewhere' : wantsToPlay ? 'playing' : 'here'
  const onPlayAt = wanted && ((at: Seconds) => listening.hear(wanted, { at }))
  if (!here && !wanted) return { sound, onToggle: undefined, onPlayAt }
  const onToggle = () => {
    if (here) listening.toggle()
    else if (wanted) listening.hear(wanted)
  }
  return { sound, onToggle, onPlayAt }
}
