import { useEffect, useRef, useState } from 'react'
import { formatDuration } from '#web/i18n/format-duration.ts'
import { text } from '#web/i18n/text.ts'
import { listening } from '#web/player/listening.ts'
import { PlayButton } from '#web/ui/PlayButton.tsx'
import type { Attachment } from '../../notes.contract.ts'
import { noteStrings } from '../notes.strings.ts'
import styles from './VoicePlayer.module.css'

interface VoicePlayerProps {
  readonly file: Attachment
  readonly url: string
  readonly name: string
}

/** The recording that is playing; another one's start stops it, and so does the music. */
let sounding: HTMLAudioElement | undefined

/** A recording on a note: its bars fill during playback, and a press on them seeks. */
export function VoicePlayer({ file: { durationSeconds, levels }, url, name }: VoicePlayerProps) {
  const audio = useRef<HTMLAudioElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  const [at, setAt] = useState(0)
  const [found, setFound] = useState<number>()
  const length = durationSeconds ?? found
  useEffect(() => {
    const { current } = audio
    return () => current?.pause()
  }, [])
  useMusicEnds(isPlaying, audio)

  const toggle = () => {
    const { current } = audio
    if (!current) return
    if (!current.paused) return current.pause()
    if (sounding !== current) sounding?.pause()
    sounding = current
    listening.state().player?.pause()
    void current.play().catch(() => setPlaying(false))
  }
  return (
    <span className={styles.player}>
      <PlayButton size="small" playing={isPlaying} name={name} onClick={toggle} />
      {levels && levels.length > 0 ? (
        <Bars
          levels={levels}
          share={length ? at / length : 0}
          label={text(noteStrings.files.position, { name })}
          seconds={at}
          length={length ?? 0}
          onToggle={toggle}
          onSeek={(share) => {
            if (audio.current && length) audio.current.currentTime = share * length
          }}
        />
      ) : (
        <span className={styles.name} title={name}>
          {name}
        </span>
      )}
      <span className={styles.time}>
        {length === undefined ? '' : formatDuration(isPlaying || at > 0 ? at : length)}
      </span>
      {/* There are no captions for voice recordings. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <audio
        ref={audio}
        src={url}
        preload="none"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
        onLoadedMetadata={({ currentTarget: { duration } }) => Number.isFinite(duration) && setFound(duration)}
        onEnded={() => {
          setPlaying(false)
          setAt(0)
        }}
      />
    </span>
  )
}

interface BarsProps {
  readonly levels: readonly number[]
  /** The played share, 0 to 1. */
  readonly share: number
  readonly label: string
  readonly seconds: number
  readonly length: number
  readonly onToggle: () => void
  readonly onSeek: (share: number) => void
}

function Bars({ levels, share, label, seconds, length, onToggle, onSeek }: BarsProps) {
  const step = (by: number) => onSeek(Math.min(1, Math.max(0, share + by)))
  return (
    <span
      className={styles.bars}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.round(length)}
      aria-valuenow={Math.round(seconds)}
      aria-valuetext={formatDuration(seconds)}
      onKeyDown={(event) => {
        if (event.key === ' ' || event.key === 'Enter') {
          // Here these keys control the recording, not the music.
          event.preventDefault()
          if (!event.repeat) onToggle()
          return
        }
        const by = { ArrowRight: 0.05, ArrowLeft: -0.05, Home: -1, End: 1 }[event.key]
        if (by === undefined) return
        event.preventDefault()
        step(by)
      }}
      onClick={(event) => {
        event.stopPropagation()
        const { left, width } = event.currentTarget.getBoundingClientRect()
        onSeek((event.clientX - left) / width)
      }}
    >
      {levels.map((level, index) => (
        <span
          key={index}
          className={styles.bar}
          data-heard={(index + 0.5) / levels.length <= share}
          style={{ '--h': `${12 + level * 0.88}%` } as React.CSSProperties}
        />
      ))}
    </span>
  )
}

/** Stops the recording when the music starts. */
function useMusicEnds(isPlaying: boolean, audio: React.RefObject<HTMLAudioElement | null>): void {
  useEffect(() => {
    const { player } = listening.state()
    if (!isPlaying || !player) return undefined
    return player.subscribe(() => player.snapshot().wantsToPlay && audio.current?.pause())
  }, [isPlaying, audio])
}
