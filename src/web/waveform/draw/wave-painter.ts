import type { Seconds } from '#shared/units.ts'
import type { LazySamples } from '../lazy-samples.ts'
import type { PeaksSource } from '../peaks-source.ts'
import { watchPixelRatio } from './pixel-ratio.ts'
import type { RulerFormat } from '../view/ruler-formats.ts'
import { forcedColours, pixelColour, readWaveColours, watchTheme, type WaveColours } from './wave-colours.ts'
import { foldedColumns } from './wave-columns.ts'
import { drawGrid, drawWave, type WaveBox, type WaveInk } from './wave-drawing.ts'
import { type FollowMode, followed } from '../view/wave-follow.ts'
import { wavePicture, type WavePicture } from './wave-picture.ts'
import { rulerMarks } from '../view/wave-ruler-marks.ts'
import { LeftPart } from './left-part.ts'
import { drawSampleLines } from './sample-lines.ts'
import { pxAtSeconds, type WaveView, withWidth } from '../view/wave-view.ts'
import type { WaveViewport } from '../view/wave-viewport.ts'

export interface WavePainterOptions {
  readonly peaks: PeaksSource
  readonly viewport: WaveViewport
  /** For zoom levels finer than the peaks; if omitted, the peaks are shown at any zoom. */
  readonly samples?: LazySamples | undefined
  /** CSS pixels between the channels. */
  readonly gapPx: number
  /** The ruler whose marks continue as lines behind the wave; none if omitted. */
  readonly grid?: RulerFormat
  /** How far the playhead reaches above the wave, with a head on top; 0 for a plain line. */
  readonly headPx: number
  readonly follow: FollowMode
  /** All channels as one wave. */
  readonly isFolded?: boolean
}

/**
 * Paints a waveform into `host` and follows its size. The wave is drawn on two canvases, unplayed and played; moving
 * the playhead only moves the edge of the second, so a frame needs no painting.
 */
export class WavePainter {
  readonly #host: HTMLElement
  readonly #options: WavePainterOptions
  readonly #life = new AbortController()
  readonly #unplayed = document.createElement('canvas')
  readonly #played = document.createElement('canvas')
  readonly #playedPart = new LeftPart(this.#played)
  readonly #playhead = document.createElement('div')
  #colours: WaveColours
  #inks: Inks
  /** Shared by both canvases. */
  #image?: ImageData
  #pendingFrame = 0
  #position?: Seconds
  #heightPx = 0
  #next?: NextPicture
  /** Canvases with an outdated picture. */
  readonly #stale = new Set<HTMLCanvasElement>()

  constructor(host: HTMLElement, options: WavePainterOptions) {
    this.#host = host
    this.#options = options
    this.#colours = readWaveColours(host)
    this.#inks = inksOf(this.#colours)
    for (const canvas of [this.#unplayed, this.#played]) {
      Object.assign(canvas.style, {
        position: 'absolute',
        inset: '0',
        width: '100%',
        height: '100%',
        zIndex: '1',
        pointerEvents: 'none',
      })
    }
    stylePlayhead(this.#playhead, options.headPx)
    host.append(this.#unplayed, this.#playedPart.element, this.#playhead)
    const observer = new ResizeObserver(() => this.#resize())
    observer.observe(host)
    const stops = [
      () => observer.disconnect(),
      options.peaks.subscribe(() => this.#paintSoon()),
      options.samples?.subscribe(() => this.#paintSoon()) ?? (() => {}),
      options.viewport.subscribe(() => this.#paintSoon()),
      watchPixelRatio(() => this.#paintSoon()),
      watchTheme(() => {
        this.#colours = readWaveColours(host)
        this.#inks = inksOf(this.#colours)
        this.#paintSoon()
      }),
    ]
    this.#life.signal.addEventListener('abort', () => stops.forEach((stop) => stop()))
    this.#resize()
  }

  /** Moves the playhead; undefined hides it. Cheap enough for every frame. */
  readonly showPosition = (position: Seconds | undefined): void => {
    const { viewport, follow } = this.#options
    const before = this.#position
    this.#position = position
    const isLeft = follow === 'centre' && viewport.isHeld()
    if (before !== undefined && position !== undefined && !isLeft)
      viewport.carry((view) => followed(view, follow, before, position))
    const view = viewport.view()
    const px = position === undefined ? -1 : pxAtSeconds(view, position)
    const isInside = px >= 0 && px <= view.widthPx
    this.#playhead.hidden = !isInside
    if (isInside) this.#playhead.style.transform = `translateX(${px}px)`
    this.#show(this.#unplayed, px < view.widthPx)
    this.#show(this.#played, px > 0)
    if (px > 0) this.#playedPart.hide(view.widthPx - px)
  }

  dispose(): void {
    this.#life.abort()
    cancelAnimationFrame(this.#pendingFrame)
    for (const element of [this.#unplayed, this.#playedPart.element, this.#playhead]) element.remove()
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.#host
    if (clientWidth === 0 || clientHeight === 0) return
    this.#heightPx = clientHeight
    this.#options.viewport.carry((view) => withWidth(view, clientWidth))
    this.#paint()
  }

  #paintSoon(): void {
    if (this.#pendingFrame !== 0) return
    this.#pendingFrame = requestAnimationFrame(() => {
      this.#pendingFrame = 0
      this.#paint()
    })
  }

  #paint(): void {
    const { viewport, peaks, samples, gapPx } = this.#options
    const view = viewport.view()
    const ratio = devicePixelRatio
    const box: WaveBox = {
      width: Math.round(view.widthPx * ratio),
      height: Math.round(this.#heightPx * ratio),
      gap: Math.round(gapPx * ratio),
    }
    if (box.width === 0 || box.height === 0) return
    this.#next = { view, box, ratio, picture: wavePicture(view, box.width, peaks, samples) }
    this.#stale.add(this.#unplayed).add(this.#played)
    this.showPosition(this.#position)
  }

  /** Paints a canvas only when it becomes visible: usually one of the two is completely clipped. */
  #show(canvas: HTMLCanvasElement, isSeen: boolean): void {
    canvas.hidden = !isSeen
    if (!isSeen || !this.#next || !this.#stale.delete(canvas)) return
    const context = freshContext(canvas, this.#next.box)
    if (context) (canvas === this.#played ? this.#paintPlayed : this.#paintUnplayed).call(this, context, this.#next)
  }

  #paintUnplayed(context: CanvasRenderingContext2D, next: NextPicture): void {
    const { grid, peaks } = this.#options
    const { grid: line, zero, rms } = this.#colours
    const { view, box, ratio } = next
    this.#paintColumns(context, next, this.#inks.unplayed)
    // New content goes behind existing content, so draw from front to back.
    context.globalCompositeOperation = 'destination-over'
    if (grid)
      drawGrid(context, box, peaks.header?.channels ?? 2, ratio, {
        line,
        zero,
        columns: rulerMarks(view, grid).map(({ px }) => px * ratio),
      })
    context.globalCompositeOperation = 'source-over'
    drawLines(context, next, rms)
  }

  #paintPlayed(context: CanvasRenderingContext2D, next: NextPicture): void {
    const { washPlayed, rmsPlayed } = this.#colours
    this.#paintColumns(context, next, this.#inks.played)
    context.globalCompositeOperation = 'destination-over'
    context.fillStyle = washPlayed
    context.fillRect(0, 0, next.box.width, next.box.height)
    context.globalCompositeOperation = 'source-over'
    drawLines(context, next, rmsPlayed)
  }

  #paintColumns(context: CanvasRenderingContext2D, { box, picture }: NextPicture, ink: WaveInk): void {
    if (!picture || picture.columns.count === 0) return
    const columns = this.#options.isFolded ? foldedColumns(picture.columns) : picture.columns
    if (this.#image?.width !== box.width || this.#image.height !== box.height)
      this.#image = context.createImageData(box.width, box.height)
    const pixels = new Uint32Array(this.#image.data.buffer).fill(0)
    drawWave(pixels, box, columns, picture.columns.isFine ? { peak: ink.rms, rms: ink.rms } : ink)
    context.putImageData(this.#image, 0, 0)
  }
}

interface Inks {
  readonly unplayed: WaveInk
  readonly played: WaveInk
}

function inksOf({ peak, rms, peakPlayed, rmsPlayed }: WaveColours): Inks {
  return {
    unplayed: { peak: pixelColour(peak), rms: pixelColour(rms) },
    played: { peak: pixelColour(peakPlayed), rms: pixelColour(rmsPlayed) },
  }
}

/** What the canvases should show next. */
interface NextPicture {
  readonly view: WaveView
  readonly box: WaveBox
  readonly ratio: number
  readonly picture: WavePicture | undefined
}

function drawLines(canvas: CanvasRenderingContext2D, { box, picture, ratio }: NextPicture, ink: string): void {
  if (picture?.lines)
    drawSampleLines(canvas, box, { ...picture.lines, pixelRatio: ratio }, picture.lines.blocks, picture.channels, ink)
}

function stylePlayhead(playhead: HTMLElement, headPx: number): void {
  playhead.hidden = true
  Object.assign(playhead.style, {
    position: 'absolute',
    top: `${-headPx}px`,
    bottom: '0',
    left: '-0.75px',
    width: '1.5px',
    background: matchMedia(forcedColours).matches ? 'CanvasText' : 'var(--w-playhead)',
    forcedColorAdjust: 'none',
    zIndex: 'var(--z-playhead, 4)',
    pointerEvents: 'none',
    willChange: 'transform',
  })
  if (headPx === 0) return
  const head = playhead.appendChild(document.createElement('div'))
  Object.assign(head.style, {
    position: 'absolute',
    top: '0',
    left: '-4.25px',
    width: '10px',
    height: '10px',
    background: 'inherit',
    clipPath: 'polygon(0 0, 100% 0, 100% 45%, 50% 100%, 0 45%)',
  })
}

function freshContext(canvas: HTMLCanvasElement, { width, height }: WaveBox): CanvasRenderingContext2D | undefined {
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width
    canvas.height = height
  }
  const context = canvas.getContext('2d') ?? undefined
  context?.clearRect(0, 0, width, height)
  return context
}
