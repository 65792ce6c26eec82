import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { listening } from '#web/player/listening.ts'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { fetchWhenIdle } from '#web/ui/page/when-idle.ts'
import { noteStrings } from '../notes.strings.ts'
import type { AttachTray } from './use-attach-tray.ts'
import type { VoiceRecording } from './voice-recorder.ts'

const loadRecorder = () => import('./voice-recorder.ts')

export interface VoiceInput {
  readonly recording: VoiceRecording | undefined
  /** The browser asks whether the page may use the microphone. */
  readonly isAsking: boolean
  readonly begin: () => void
  /** Attaches the recording; resolves with whether there was anything worth it. */
  readonly finish: () => Promise<boolean>
  readonly drop: () => void
}

/** A recording that becomes an attachment. The music pauses meanwhile. */
export function useVoice(tray: AttachTray): VoiceInput {
  const [state, setState] = useState<'off' | 'asking' | VoiceRecording>('off')
  // False if it ended before the user allowed the microphone.
  const isWanted = useRef(false)
  // Offline it cannot be fetched any more.
  useEffect(() => fetchWhenIdle(loadRecorder), [])
  const recording = typeof state === 'string' ? undefined : state
  const held = useRef<VoiceRecording>(undefined)
  useEffect(
    () => () => {
      isWanted.current = false
      held.current?.drop()
      held.current = undefined
    },
    [],
  )
  const set = (next: VoiceRecording | undefined) => {
    held.current = next
    setState(next ?? 'off')
  }
  const keep = async (): Promise<boolean> => {
    isWanted.current = false
    const { current } = held
    if (!current) return false
    held.current = undefined
    const { file, fileName, seconds, levels } = await current.finish()
    setState('off')
    const isWorthIt = seconds >= 0.3 && file.size > 0
    if (isWorthIt) tray.add([{ file, fileName, voice: { seconds, levels } }])
    return isWorthIt
  }
  const keepLost = useEffectEvent(async (lost: VoiceRecording) => {
    // It was neither finished nor discarded.
    if (held.current !== lost) return
    toast({ tone: 'error', text: (await keep()) ? noteStrings.voice.lost : noteStrings.voice.refused })
  })
  useEffect(() => {
    if (recording) void recording.stopped.then(() => keepLost(recording))
  }, [recording])
  return {
    recording,
    isAsking: state === 'asking',
    begin: () => {
      if (typeof state !== 'string') return
      // Pressed again while the browser still asks for permission.
      isWanted.current = true
      if (state === 'asking') return
      setState('asking')
      listening.state().player?.pause()
      loadRecorder()
        .then(({ recordVoice }) => recordVoice())
        .then(
          (begun) => {
            if (isWanted.current) return set(begun)
            begun.drop()
            set(undefined)
          },
          () => {
            set(undefined)
            toast({ tone: 'error', text: noteStrings.voice.refused })
          },
        )
    },
    finish: keep,
    drop: () => {
      isWanted.current = false
      held.current?.drop()
      set(undefined)
    },
  }
}
