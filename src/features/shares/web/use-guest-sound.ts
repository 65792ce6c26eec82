import type { Seconds } from '#shared/units.ts'
import { listening, type Heard } from '#web/player/listening.ts'
import { useFollow, useListening, useListeningSnapshot } from '#web/player/use-listening.ts'
import type { FollowPlayhead } from '#web/waveform/Waveform.tsx'

export interface GuestSound {
  /** It is in the player. */
  readonly isHere: boolean
  readonly isPlaying: boolean
  /** Wanted, and not to be heard yet. */
  readonly isWaiting: boolean
  readonly playhead: FollowPlayhead | undefined
  readonly toggle: () => void
  readonly seek: (at: Seconds) => void
  readonly retry: () => void
}

/** The page's one player, for the version that is shown. */
export function useGuestSound(heard: Heard | undefined, queue: readonly Heard[]): GuestSound {
  const { heard: present } = useListening()
  const { wantsToPlay, phase } = useListeningSnapshot()
  const follow = useFollow()
  const isHere = heard !== undefined && present?.versionId === heard.versionId
  const isPlaying = isHere && wantsToPlay
  return {
    isHere,
    isPlaying,
    isWaiting: isPlaying && (phase === 'loading' || phase === 'stalled'),
    playhead: isHere ? follow : undefined,
    toggle: () => {
      if (isHere) listening.toggle()
      else if (heard) listening.hear(heard, { queue })
    },
    seek: (at) => {
      if (isHere) listening.seek(at)
      else if (heard) listening.hear(heard, { at, play: wantsToPlay, queue })
    },
    retry: () => {
      if (!heard) return
      const at = listening.positionOn(heard.versionId)
      listening.stop()
      listening.hear(heard, { at, queue })
    },
  }
}
