import { Volume1, Volume2, VolumeX } from 'lucide-react'
import { formatDecibels } from '#web/i18n/format-level.ts'
import { useListening, useListeningSnapshot } from '#web/player/use-listening.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Slider } from '#web/ui/Slider.tsx'
import { playerStrings } from './player.strings.ts'
import { volumeAt, volumePlace, volumeSteps } from './volume-scale.ts'
import styles from './VolumeControl.module.css'

/** In dB below the original; 0 dB leaves every sample as it is. */
export function VolumeControl() {
  const { player } = useListening()
  const { volume, isMuted } = useListeningSnapshot()
  const place = volumePlace(volume)
  const words = formatDecibels(isMuted ? -Infinity : volume)
  return (
    <span className={styles.volume}>
      <IconButton icon={isMuted || place === 0 ? VolumeX : place < volumeSteps * 0.6 ? Volume1 : Volume2} label={isMuted ? playerStrings.unmute : playerStrings.mute} keys="M" pressed={isMuted} onClick={() => player?.setMuted(!isMuted)} />
      <Slider label={playerStrings.volume} valueText={words} min={0} max={volumeSteps} step={1} value={isMuted ? 0 : place} className={styles.slider}
        onValueChange={(value) => {
          if (isMuted) player?.setMuted(false)
          player?.setVolume(volumeAt(value))
        }} />
      <span className={styles.words}>{words}</span>
    </span>
  )
}
