import { useCallback, useSyncExternalStore } from 'react'
import type { Seconds } from '#shared/units.ts'
import { keptVolume, listening, type PlaybackState } from './listening.ts'
import type { PlayerSnapshot } from './player-state.ts'
import { NOTHING } from './empty-snapshot.ts'

export function useListening(): PlaybackState {
  return useSyncExternalStore(listening.subscribe, listening.state)
}

let unheard: PlayerSnapshot | undefined

/** Its volume is the one the player will begin with, so that the slider stays where it is. */
const nothing = () => (unheard ??= { ...NOTHING, volume: keptVolume() })

/** The player's state; that of an empty one while its code is not here yet. */
export function useListeningSnapshot(): PlayerSnapshot {
  const { player } = useListening()
  return useSyncExternalStore(player?.subscribe ?? listening.subscribe, player?.snapshot ?? nothing)
}

export type VersionSound = 'elsewhere' | 'here' | 'playing'

/** Whether this version is in the player, and sounding or about to. */
export function useVersionSound(versionId: string | undefined): VersionSound {
  const { heard } = useListening()
  const { wantsToPlay } = useListeningSnapshot()
  if (versionId === undefined || heard?.versionId !== versionId) return 'elsewhere'
  return wantsToPlay ? 'playing' : 'here'
}

/** The playhead's position in every frame while it moves: for clocks and waves. Stable as long as the player is. */
export function useFollow(): (draw: (position: Seconds) => void) => () => void {
  const { player } = useListening()
  return useCallback(
    (draw) => {
      if (player) return player.follow(draw)
      draw(0)
      return () => undefined
    },
    [player],
  )
}
