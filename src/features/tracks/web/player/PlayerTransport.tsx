import { ChevronFirst, ChevronLast, RotateCcw, RotateCw, SkipBack, SkipForward } from 'lucide-react'
import { listening } from '#web/player/listening.ts'
import { usePlaceSteps } from '#web/player/place-steps.ts'
import { useListening } from '#web/player/use-listening.ts'
import { IconButton, type IconButtonProps } from '#web/ui/IconButton.tsx'
import { LoopButton, LoopRange } from '../monitor/LoopButton.tsx'
import { SpeedButton } from '../monitor/MonitorControls.tsx'
import { PlayerClock } from './PlayerClock.tsx'
import { playerStrings } from './player.strings.ts'
import { TransportButton } from './TransportButton.tsx'
import styles from './PlayerTransport.module.css'

const skipSeconds = 10

/** Nine fixed slots: unused buttons are disabled in place, so that play does not move. */
export function PlayerTransport() {
  const { back, forward } = useSkips()
  const { previous, next } = useSteps()
  return (
    <div className={styles.transport} data-transport>
      <span className={styles.clock}>
        <PlayerClock />
      </span>
      <span className={styles.speed}>
        <SpeedButton />
      </span>
      <IconButton {...previous} className={styles.slot} />
      <IconButton {...back} className={styles.slot} />
      <TransportButton />
      <IconButton {...forward} className={styles.slot} />
      <IconButton {...next} className={styles.slot} />
      <span className={styles.loop}>
        <LoopButton />
      </span>
      <span className={styles.range}>
        <LoopRange />
      </span>
    </div>
  )
}

export function useSkips(): { readonly back: IconButtonProps; readonly forward: IconButtonProps } {
  const { heard } = useListening()
  const skip = (by: number) => () => listening.skip(by)
  return {
    back: { icon: RotateCcw, label: playerStrings.back, keys: 'J', disabled: !heard, onClick: skip(-skipSeconds) },
    forward: { icon: RotateCw, label: playerStrings.forward, keys: 'L', disabled: !heard, onClick: skip(skipSeconds) },
  }
}

/** Steps through the open notes if the page offers them, otherwise through the queue. */
export function useSteps(): { readonly previous: IconButtonProps; readonly next: IconButtonProps } {
  const { queue, heard } = useListening()
  const steps = usePlaceSteps(heard?.versionId)
  if (steps) return { previous: stepButton(ChevronFirst, steps.previous), next: stepButton(ChevronLast, steps.next) }
  if (queue.length > 1) {
    return {
      previous: { icon: SkipBack, label: playerStrings.previous, onClick: () => listening.skipTrack(-1) },
      next: {
        icon: SkipForward,
        label: playerStrings.next,
        disabled: !listening.neighbour(1),
        onClick: () => listening.skipTrack(1),
      },
    }
  }
  return {
    previous: { icon: ChevronFirst, label: playerStrings.previousNote, disabled: true },
    next: { icon: ChevronLast, label: playerStrings.nextNote, disabled: true },
  }
}

function stepButton(
  icon: IconButtonProps['icon'],
  { label, keys, go }: { readonly label: string; readonly keys: string; readonly go: () => void },
): IconButtonProps {
  return { icon, label, keys, onClick: go }
}
