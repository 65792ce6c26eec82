import { listening } from '#web/player/listening.ts'
import { useListeningSnapshot } from '#web/player/use-listening.ts'
import { PlayButton } from '#web/ui/PlayButton.tsx'

/** Play and pause of what is in the player. */
export function TransportButton() {
  const { wantsToPlay, phase } = useListeningSnapshot()
  const waiting = wantsToPlay && (phase === 'loading' || phase === 'stalled')
  return <PlayButton playing={wantsToPlay} busy={waiting} keys="Space" onClick={() => listening.toggle()} />
}
