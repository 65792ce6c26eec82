import { useEffect, useState } from 'react'
import { listening } from '#web/player/listening.ts'
import { useListening, useListeningSnapshot } from '#web/player/use-listening.ts'
import { PlayButton } from '#web/ui/PlayButton.tsx'
import { playerStrings } from './player.strings.ts'

/** Most sound is there sooner, and a sign that flashes says nothing. */
const PATIENCE_MS = 300

/** Plays and pauses what is in the player. */
export function TransportButton() {
  const { heard } = useListening()
  const { wantsToPlay, phase } = useListeningSnapshot()
  const waiting = useLasting(wantsToPlay && (phase === 'loading' || phase === 'stalled'))
  if (!heard) return <PlayButton playing={false} label={playerStrings.playFirst} disabled />
  return <PlayButton playing={wantsToPlay} busy={waiting} keys="Space" onClick={() => listening.toggle()} />
}

/** True once it has been true for a while. */
function useLasting(isNow: boolean): boolean {
  const [lasts, setLasts] = useState(false)
  useEffect(() => {
    if (!isNow) return undefined
    const timer = setTimeout(() => setLasts(true), PATIENCE_MS)
    return () => {
      clearTimeout(timer)
      setLasts(false)
    }
  }, [isNow])
  return isNow && lasts
}
