import { Volume2, VolumeX } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { playerStrings } from '#features/tracks/web/player/player.strings.ts'
import { formatDuration } from '#web/i18n/format-duration.ts'
import { text } from '#web/i18n/text.ts'
import { listening, type Heard } from '#web/player/listening.ts'
import { useListening, useListeningSnapshot } from '#web/player/use-listening.ts'
import { WaveMarkers } from '#web/waveform/mark/WaveMarkers.tsx'
import { useViewport } from '#web/waveform/use-peaks.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { VersionBadge } from '#web/ui/mark/VersionBadge.tsx'
import { PlayButton } from '#web/ui/PlayButton.tsx'
import { writeText } from '#web/ui/write-text.ts'
import styles from './GuestPlayer.module.css'
import { GuestWave } from './GuestWave.tsx'
import { guestStrings } from './guest.strings.ts'
import { useGuestSound, type GuestSound } from './use-guest-sound.ts'
import type { GuestNotes } from './guest-notes.ts'
import type { SharedSound } from './use-shared-sound.ts'

interface GuestPlayerProps {
  readonly sound: SharedSound
  readonly queue: readonly Heard[]
  readonly notes: GuestNotes | undefined
  /** Among several tracks: the title is in the player. */
  readonly withTitle: boolean
  /** A menu of versions, in place of the badge beside the title. */
  readonly choice?: ReactNode
  /** Switches between two versions. */
  readonly versions?: ReactNode
  /** What changed between the two. */
  readonly sentence?: ReactNode
}

/** The only player of the page: play, position, one wave with the notes above it. */
export function GuestPlayer(props: GuestPlayerProps) {
  const { sound: shared, queue, notes, withTitle, choice, versions, sentence } = props
  const { heard, version, listed } = shared
  const sound = useGuestSound(heard, queue)
  const { player } = useListening()
  const { isMuted } = useListeningSnapshot()
  if (!heard)
    return (
      <section className={styles.card} aria-label={guestStrings.player}>
        {versions && <div className={styles.top}>{versions}</div>}
        <p className={styles.nothing}>
          {version?.state === 'checking' ? guestStrings.checking : guestStrings.unplayable}
        </p>
      </section>
    )
  return (
    <section className={styles.card} aria-label={guestStrings.player}>
      <div className={styles.top}>
        <PlayButton
          playing={sound.isPlaying}
          busy={sound.isWaiting}
          name={listed.track.title}
          className={styles.play}
          keys="Space"
          onPointerEnter={listening.prepare}
          onClick={sound.toggle}
        />
        <div className={styles.now}>
          {withTitle && (
            <span className={styles.title}>
              <strong title={listed.track.title}>{listed.track.title}</strong>
              {choice ?? <VersionBadge number={heard.versionNumber} />}
            </span>
          )}
          <GuestClock sound={sound} heard={heard} small={withTitle} />
        </div>
        {versions}
        <span className={styles.mute}>
          <IconButton
            icon={isMuted ? VolumeX : Volume2}
            label={isMuted ? guestStrings.unmute : guestStrings.mute}
            keys="M"
            pressed={isMuted}
            disabled={!player}
            onClick={() => player?.setMuted(!isMuted)}
          />
        </span>
      </div>
      <PlayerTrouble sound={sound} />
      <SoundPicture key={heard.versionId} heard={heard} sound={sound} notes={notes} />
      {sentence}
    </section>
  )
}

interface SoundPictureProps {
  readonly heard: Heard
  readonly sound: GuestSound
  readonly notes: GuestNotes | undefined
}

/** The wave, with the notes above it: faces, and bars over what they are about. */
function SoundPicture({ heard, sound, notes }: SoundPictureProps) {
  const viewport = useViewport(heard.peaks.facts)
  return (
    <>
      {notes && (
        <div className={styles.lane}>
          <WaveMarkers
            viewport={viewport}
            markers={notes.markers}
            face={({ id }) => notes.faceOf(id)}
            preview={({ id }) => notes.previewOf(id)}
            entries={({ id }) => notes.entriesOf(id)}
            onChoose={({ id }) => notes.onChoose(id)}
            {...(notes.chosenId !== undefined && { chosenId: notes.chosenId })}
          />
        </div>
      )}
      <GuestWave
        heard={heard}
        viewport={viewport}
        playhead={sound.playhead}
        lit={notes?.lit}
        onSeek={(at) => sound.seek(at)}
      />
    </>
  )
}

interface GuestClockProps {
  readonly sound: GuestSound
  readonly heard: Heard
  readonly small: boolean
}

export function GuestClock({ sound, heard, small }: GuestClockProps) {
  const place = useRef<HTMLSpanElement>(null)
  const { playhead } = sound
  useEffect(() => {
    writeText(place.current, formatDuration(0))
    return playhead?.((position) => writeText(place.current, formatDuration(position)))
  }, [playhead])
  return (
    <span className={small ? styles.small : styles.clock}>
      <span ref={place} />
      <span className={styles.length}>
        {text(guestStrings.ofLength, { length: formatDuration(heard.playable.durationSeconds) })}
      </span>
    </span>
  )
}

function PlayerTrouble({ sound }: { readonly sound: GuestSound }) {
  const { error } = useListeningSnapshot()
  const { failed } = useListening()
  if (!sound.isHere || (!error && !failed)) return null
  return (
    <p className={styles.trouble} role="alert">
      {error?.kind === 'insecure' ? playerStrings.failures.insecure : guestStrings.notLoaded}
      {error?.kind !== 'insecure' && (
        <Button size="small" onClick={sound.retry}>
          {guestStrings.tryAgain}
        </Button>
      )}
    </p>
  )
}
