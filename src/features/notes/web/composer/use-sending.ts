import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'
import type { AttachTray } from './use-attach-tray.ts'
import type { VoiceInput } from './use-voice.ts'

interface Sending {
  /** Stops a recording, waits for files, and sends. */
  readonly submit: () => void
  /** Sends as soon as what is attached has arrived. */
  readonly isWaiting: boolean
  /** ⌘ or Ctrl with Enter sends from every control of a writer. */
  readonly onKeyDown: (event: KeyboardEvent) => void
}

interface SendingUse {
  readonly tray: AttachTray
  readonly voice: VoiceInput
  /** There are words or files to send. */
  readonly saysSomething: boolean
  readonly onSend: () => void
}

/** Sends a note or a reply with what is still being recorded or uploaded. */
export function useSending({ tray, voice, saysSomething, onSend }: SendingUse): Sending {
  const [isWanted, setWanted] = useState(false)
  const hasFailed = tray.coming.some(({ problem }) => problem !== undefined)
  const isReady = saysSomething && !tray.isBusy && voice.recording === undefined
  const send = useEffectEvent(() => {
    setWanted(false)
    onSend()
  })
  const isDue = isWanted && isReady && !hasFailed
  useEffect(() => {
    if (isDue) queueMicrotask(() => send())
  }, [isDue])
  // Its writer decides what becomes of a file that failed.
  if (isWanted && hasFailed) setWanted(false)
  const submit = () => {
    if (voice.recording) {
      void voice.finish().then((isKept) => (isKept || saysSomething) && setWanted(true))
    } else if (tray.isBusy && !hasFailed) setWanted(true)
    else if (isReady) onSend()
  }
  return {
    submit,
    isWaiting: isWanted,
    onKeyDown: (event) => {
      const isSend = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
      if (!isSend || event.defaultPrevented || event.nativeEvent.isComposing) return
      event.preventDefault()
      event.stopPropagation()
      submit()
    },
  }
}
