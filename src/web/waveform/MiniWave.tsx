import { useEffect, useRef, useState } from 'react'
import type { PeaksFacts } from '#audio/peaks-file.ts'
import styles from './MiniWave.module.css'
import type { FollowPlayhead } from './Waveform.tsx'
import { LeftPart } from './draw/left-part.ts'
import { miniBars, miniPeaks } from './draw/mini-peaks.ts'
import { watchPixelRatio } from './draw/pixel-ratio.ts'
import { readWaveColours, watchTheme } from './draw/wave-colours.ts'
import { drawBars } from './draw/wave-drawing.ts'

const BAR_PX = 2
const STEP_PX = 3

/** Paints a list's tiny waveform on two canvases, played above unplayed, and repaints on a theme change. */
class MiniPainter {
  readonly #host: HTMLElement
  readonly #unplayed: HTMLCanvasElement
  readonly #played = document.createElement('canvas')
  readonly #playedPart = new LeftPart(this.#played)
  readonly #levels: Float32Array
  readonly #stops: readonly (() => void)[]

  constructor(host: HTMLElement, levels: Float32Array) {
    this.#host = host
    this.#levels = levels
    this.#unplayed = host.appendChild(document.createElement('canvas'))
    host.append(this.#playedPart.element)
    this.#stops = [watchTheme(() => this.#paint()), watchPixelRatio(() => this.#paint())]
    this.showPlayed(0)
    this.#paint()
  }

  /** `share` of the recording that has been played, 0 to 1. */
  showPlayed(share: number): void {
    const { element } = this.#playedPart
    element.hidden = share <= 0
    if (share > 0) this.#playedPart.hide((1 - share) * this.#host.clientWidth)
  }

  dispose(): void {
    for (const stop of this.#stops) stop()
    this.#unplayed.remove()
    this.#playedPart.element.remove()
  }

  #paint(): void {
    const colours = readWaveColours(this.#host)
    const bars = miniBars(this.#levels, Math.floor((this.#host.clientWidth + 1) / STEP_PX))
    this.#draw(this.#unplayed, bars, colours.peak)
    this.#draw(this.#played, bars, colours.rmsPlayed)
  }

  #draw(canvas: HTMLCanvasElement, bars: Float32Array, ink: string): void {
    const ratio = devicePixelRatio
    const box = {
      width: Math.round(this.#host.clientWidth * ratio),
      height: Math.round(this.#host.clientHeight * ratio),
      gap: 0,
    }
    canvas.width = box.width
    canvas.height = box.height
    const context = canvas.getContext('2d')
    if (context) drawBars(context, box, bars, { width: Math.round(BAR_PX * ratio), step: STEP_PX * ratio }, ink)
  }
}

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
