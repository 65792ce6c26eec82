import { listening } from '#web/player/listening.ts'
import { useListening, useListeningSnapshot } from '#web/player/use-listening.ts'
import { PlayButton } from '#web/ui/PlayButton.tsx'
import { playerStrings } from './player.strings.ts'

/** Plays and pauses what is in the player. */
export function TransportButton() {
  const { heard } = useListening()
  const { wantsToPlay, phase } = useListeningSnapshot()
  const waiting = wantsToPlay && (phase === 'loading' || phase === 'stalled')
  if (!heard) return <PlayButton playing={false} label={playerStrings.playFirst} disabled />
  return <PlayButton playing={wantsToPlay} busy={waiting} keys="Space" onClick={() => listening.toggle()} />
}
