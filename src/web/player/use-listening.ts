import { useCallback, useSyncExternalStore } from 'react'
import type { Seconds } from '#shared/units.ts'
import { keptVolume, listening, type PlaybackState } from './listening.ts'
import type { PlayerSnapshot } from './player-state.ts'
import { NOTHING } from './empty-snapshot.ts'

export function useListening(): PlaybackState {
  return useSyncExternalStore(listening.subscribe, listening.state)
}

let unheard: PlayerSnapshot | undefined

/** Uses the volume with which the player will start, so that the slider does not move. */
const nothing = () => (unheard ??= { ...NOTHING, volume: keptVolume() })

/** The player's state; an empty one while its code is loading. */
export function useListeningSnapshot(): PlayerSnapshot {
  const { player } = useListening()
  return useSyncExternalStore(player?.subscribe ?? listening.subscribe, player?.snapshot ?? nothing)
}

export type VersionSound = 'elsewhere' | 'here' | 'playing'

/** Whether this version is in the player, and playing or about to. */
export function useVersionSound(versionId: string | undefined): VersionSound {
  const { heard } = useListening()
  const { wantsToPlay } = useListeningSnapshot()
  if (versionId === undefined || heard?.versionId !== versionId) return 'elsewhere'
  return wantsToPlay ? 'playing' : 'here'
}

/**
 * Calls back with the playhead's position in every frame while it moves, for clocks and waves. Stable as long as the
 * player.
 */
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
