import { Check, Mic, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { formatDuration } from '#web/i18n/format-duration.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { writeText } from '#web/ui/write-text.ts'
import { noteStrings } from '../notes.strings.ts'
import type { AttachTray } from './use-attach-tray.ts'
import { onScale } from './voice-levels.ts'
import { canRecord } from './can-record.ts'
import type { VoiceInput } from './use-voice.ts'
import type { VoiceRecording } from './voice-recorder.ts'
import styles from './VoiceButton.module.css'

const MOST_SECONDS = 600
/** If it was held longer than this, releasing stops the recording. */
const HOLD_MS = 400

interface VoiceButtonProps {
  readonly tray: AttachTray
  readonly voice: VoiceInput
  /** Called before a recording begins. */
  readonly onBegin?: () => void
  /** Called after one was discarded. */
  readonly onDrop?: () => void
  /** The key for it is held down. */
  readonly isHeld?: boolean
  /** Called after a recording made with the key was attached. */
  readonly onHeard?: () => void
}

/** Hold to talk, or press to start and again to stop. The music pauses meanwhile. */
export function VoiceButton({ tray, voice, isHeld = false, onBegin, onDrop, onHeard }: VoiceButtonProps) {
  const { voice: words } = noteStrings
  const { recording, isAsking, finish: keep } = voice
  const finish = () => void keep()
  const drop = () => {
    voice.drop()
    onDrop?.()
  }
  const begin = () => {
    onBegin?.()
    voice.begin()
  }
  const pressedAt = useRef(0)
  const holdKey = useEffectEvent((isDown: boolean) => {
    if (isDown && !recording) {
      pressedAt.current = performance.now()
      return begin()
    }
    // A short press keeps recording until the next press.
    if ((!recording && !isAsking) || (!isDown && performance.now() - pressedAt.current <= HOLD_MS)) return
    finish()
    onHeard?.()
  })
  const wasHeld = useRef(false)
  useEffect(() => {
    if (wasHeld.current === isHeld) return
    wasHeld.current = isHeld
    holdKey(isHeld)
  }, [isHeld])
  if (!canRecord()) return null
  if (!recording) {
    return (
      <IconButton
        size="small"
        icon={Mic}
        label={words.begin}
        busy={isAsking}
        disabled={tray.isFull}
        className={styles.talk}
        onPointerDown={(event) => {
          if (event.button !== 0) return
          pressedAt.current = performance.now()
          begin()
          window.addEventListener('pointerup', () => performance.now() - pressedAt.current > HOLD_MS && finish(), {
            once: true,
          })
        }}
        // From the keyboard; the pointer events above handle pointers.
        onClick={(event) => event.detail === 0 && begin()}
      />
    )
  }
  return (
    <span className={styles.going} role="group" aria-label={words.going}>
      <Meter recording={recording} onFull={finish} />
      <IconButton size="small" icon={X} label={words.drop} onClick={drop} />
      <IconButton size="small" icon={Check} label={words.finish} onClick={finish} data-autofocus ref={focus} />
    </span>
  )
}

function focus(button: HTMLButtonElement | null): void {
  button?.focus()
}

/** Duration and level, drawn directly and not through state. */
function Meter({ recording, onFull }: { readonly recording: VoiceRecording; readonly onFull: () => void }) {
  const time: RefObject<HTMLSpanElement | null> = useRef(null)
  const level: RefObject<HTMLSpanElement | null> = useRef(null)
  const full = useRef(onFull)
  useEffect(() => {
    full.current = onFull
  })
  useEffect(() => {
    const look = setInterval(() => {
      const { peak, seconds } = recording.now()
      writeText(time.current, formatDuration(seconds))
      level.current?.style.setProperty('--level', String(onScale(peak) / 99))
      if (seconds >= MOST_SECONDS) full.current()
    }, 100)
    return () => clearInterval(look)
  }, [recording])
  return (
    <>
      <span className={styles.light} aria-hidden />
      <span ref={time} className={styles.time} role="timer">
        0:00
      </span>
      <span ref={level} className={styles.level} aria-hidden />
    </>
  )
}
