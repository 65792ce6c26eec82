import { Volume1, Volume2, VolumeX } from 'lucide-react'
import { Popover } from 'radix-ui'
import { formatDecibels } from '#web/i18n/format-level.ts'
import { useListening, useListeningSnapshot } from '#web/player/use-listening.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Slider } from '#web/ui/form/Slider.tsx'
import { playerStrings } from '../player/player.strings.ts'
import { volumeAt, volumePlace, volumeSteps } from './volume-scale.ts'
import styles from './VolumeControl.module.css'

/** In dB below the original; at 0 dB samples are unchanged. In a narrow bar, the icon opens the slider. */
export function VolumeControl() {
  const { words, icon } = useVolume()
  const { heard } = useListening()
  return (
    <>
      <span className={styles.beside}>
        <VolumeSlider />
        <span className={styles.words}>{words}</span>
      </span>
      <span className={styles.folded}>
        <Popover.Root>
          <Popover.Trigger asChild>
            <IconButton icon={icon} label={playerStrings.volume} disabled={!heard} />
          </Popover.Trigger>
          <Popover.Portal>
            <Popover.Content
              side="top"
              align="end"
              sideOffset={8}
              collisionPadding={8}
              className={styles.box}
              aria-label={playerStrings.volume}
            >
              <VolumeSlider />
              <span className={styles.words}>{words}</span>
            </Popover.Content>
          </Popover.Portal>
        </Popover.Root>
      </span>
    </>
  )
}

/** The mute button and the slider. */
export function VolumeSlider({ className = styles.volume }: { readonly className?: string | undefined }) {
  const { player, heard } = useListening()
  const { isMuted, place, words, icon } = useVolume()
  return (
    <span className={className}>
      <IconButton
        icon={icon}
        label={isMuted ? playerStrings.unmute : playerStrings.mute}
        keys="M"
        pressed={isMuted}
        disabled={!heard}
        onClick={() => player?.setMuted(!isMuted)}
      />
      <Slider
        label={playerStrings.volume}
        valueText={words}
        min={0}
        max={volumeSteps}
        step={1}
        value={isMuted ? 0 : place}
        disabled={!heard}
        className={styles.slider}
        onValueChange={(value) => {
          if (isMuted) player?.setMuted(false)
          player?.setVolume(volumeAt(value))
        }}
      />
    </span>
  )
}

function useVolume() {
  const { volume, isMuted } = useListeningSnapshot()
  const place = volumePlace(volume)
  return {
    isMuted,
    place,
    words: formatDecibels(isMuted ? -Infinity : volume),
    icon: isMuted || place === 0 ? VolumeX : place < volumeSteps * 0.6 ? Volume1 : Volume2,
  }
}
