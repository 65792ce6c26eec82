import { useEffect, useRef, useState } from 'react'
import type { PeaksFacts } from '#audio/peaks-file.ts'
import styles from './MiniWave.module.css'
import type { FollowPlayhead } from './Waveform.tsx'
import { MiniPainter } from './draw/mini-painter.ts'
import { miniPeaks } from './draw/mini-peaks.ts'

export interface MiniWaveProps {
  readonly url: string
  readonly facts: PeaksFacts
  /** Set for the one row that plays. */
  readonly playhead?: FollowPlayhead
  readonly className?: string
}

/** A track's waveform in a list, loaded when it scrolls into view. Decorative, because the row's text says the same. */
export function MiniWave({ url, facts, playhead, className = '' }: MiniWaveProps) {
  const host = useRef<HTMLDivElement>(null)
  const painter = useRef<MiniPainter>(undefined)
  const [isPainted, setPainted] = useState(false)
  const { sampleRate, channels, totalFrames } = facts

  useEffect(() => {
    const element = host.current
    if (!element) return undefined
    const life = new AbortController()
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      void miniPeaks(url, { sampleRate, channels, totalFrames }).then(
        (levels) => {
          if (life.signal.aborted) return
          painter.current = new MiniPainter(element, levels)
          setPainted(true)
        },
        // If loading fails, the list works without the picture.
        () => {},
      )
    })
    observer.observe(element)
    return () => {
      life.abort()
      observer.disconnect()
      painter.current?.dispose()
      painter.current = undefined
      setPainted(false)
    }
  }, [url, sampleRate, channels, totalFrames])

  useEffect(() => {
    if (!isPainted || !playhead) return undefined
    const stop = playhead((at) =>
      painter.current?.showPlayed(Math.min(1, (at * sampleRate) / Math.max(1, totalFrames))),
    )
    return () => {
      stop()
      painter.current?.showPlayed(0)
    }
  }, [isPainted, playhead, sampleRate, totalFrames])

  return <div ref={host} className={`${styles['mini']} ${className}`} aria-hidden="true" />
}
