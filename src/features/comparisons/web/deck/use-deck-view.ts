import { type RefCallback, useCallback, useEffect } from 'react'
import type { Hertz } from '#shared/units.ts'
import type { FollowPlayhead } from '#web/waveform/Waveform.tsx'
import { useViewport } from '#web/waveform/use-peaks.ts'
import { endFrame, showFrom, withWidth } from '#web/waveform/view/wave-view.ts'
import type { WaveViewport } from '#web/waveform/view/wave-viewport.ts'
import type { DeckVoice } from './deck-entry.ts'

interface DeckView {
  readonly viewport: WaveViewport
  /** Ref for the element whose width is that of every wave. */
  readonly measure: RefCallback<HTMLElement>
}

/** The time axis that all rows share. Turns the page with the playhead. */
export function useDeckView(voices: readonly DeckVoice[], rate: Hertz, playhead: FollowPlayhead): DeckView {
  const longest = Math.max(
    1,
    ...voices.map(
      ({
        heard: {
          playable: { durationSeconds },
        },
      }) => durationSeconds,
    ),
  )
  const viewport = useViewport({ totalFrames: Math.ceil(longest * rate), sampleRate: rate })
  const measure = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return
      const observer = new ResizeObserver(() => viewport.change((view) => withWidth(view, element.clientWidth)))
      observer.observe(element)
      return () => observer.disconnect()
    },
    [viewport],
  )
  useEffect(() => {
    let before = 0
    return playhead((now) => {
      const view = viewport.view()
      const edge = endFrame(view) / view.sampleRate
      if (before <= edge && now > edge && now - before < 1)
        viewport.change((view) => showFrom(view, now * view.sampleRate))
      before = now
    })
  }, [playhead, viewport])
  return { viewport, measure }
}
