import type { Frames, Hertz, Seconds } from '#shared/units.ts'

/** The part of a recording that is on screen. Widths are CSS pixels. */
export interface WaveView {
  readonly sampleRate: Hertz
  readonly totalFrames: Frames
  readonly widthPx: number
  readonly startFrame: Frames
  readonly framesPerPx: number
}

/** Maximum zoom: 32 pixels per sample shows everything. */
const CLOSEST_FRAMES_PER_PX = 1 / 32

export function wholeView(totalFrames: Frames, sampleRate: Hertz, widthPx: number): WaveView {
  return {
    sampleRate,
    totalFrames,
    widthPx,
    startFrame: 0,
    framesPerPx: Math.max(1, totalFrames) / Math.max(1, widthPx),
  }
}

export function endFrame({ startFrame, framesPerPx, widthPx }: WaveView): Frames {
  return startFrame + framesPerPx * widthPx
}

export function frameAtPx({ startFrame, framesPerPx }: WaveView, px: number): Frames {
  return startFrame + px * framesPerPx
}

export function pxAtFrame({ startFrame, framesPerPx }: WaveView, frame: Frames): number {
  return (frame - startFrame) / framesPerPx
}

export function secondsAtPx(view: WaveView, px: number): Seconds {
  return Math.min(view.totalFrames, Math.max(0, frameAtPx(view, px))) / view.sampleRate
}

export function pxAtSeconds(view: WaveView, seconds: Seconds): number {
  return pxAtFrame(view, seconds * view.sampleRate)
}

/** Zooms by a factor (above 1 is closer), with `px` as the fixed point. */
export function zoomAbout(view: WaveView, px: number, factor: number): WaveView {
  const fixed = frameAtPx(view, px)
  const framesPerPx = tidyScale(view, view.framesPerPx / factor)
  return tidy({ ...view, framesPerPx, startFrame: fixed - px * framesPerPx })
}

export function panBy(view: WaveView, px: number): WaveView {
  return tidy({ ...view, startFrame: view.startFrame + px * view.framesPerPx })
}

/** Scrolls to `from` at the present scale. */
export function showFrom(view: WaveView, from: Frames): WaveView {
  return tidy({ ...view, startFrame: from })
}

export function showRange(view: WaveView, from: Frames, to: Frames): WaveView {
  const framesPerPx = tidyScale(view, (to - from) / Math.max(1, view.widthPx))
  const middle = (from + to) / 2
  return tidy({ ...view, framesPerPx, startFrame: middle - (framesPerPx * view.widthPx) / 2 })
}

/** The view after the element changed its width; a view of the whole stays whole. */
export function withWidth(view: WaveView, widthPx: number): WaveView {
  if (view.widthPx <= 0 || endFrame(view) - view.startFrame >= view.totalFrames - 1)
    return wholeView(view.totalFrames, view.sampleRate, widthPx)
  return tidy({ ...view, widthPx, framesPerPx: tidyScale({ ...view, widthPx }, view.framesPerPx) })
}

export function isWhole(view: WaveView): boolean {
  return view.framesPerPx >= widestScale(view)
}

function widestScale({ totalFrames, widthPx }: WaveView): number {
  return Math.max(1, totalFrames) / Math.max(1, widthPx)
}

function tidyScale(view: WaveView, framesPerPx: number): number {
  const widest = widestScale(view)
  return Math.min(widest, Math.max(Math.min(widest, CLOSEST_FRAMES_PER_PX), framesPerPx))
}

function tidy(view: WaveView): WaveView {
  const latest = Math.max(0, view.totalFrames - view.framesPerPx * view.widthPx)
  return { ...view, startFrame: Math.min(latest, Math.max(0, view.startFrame)) }
}
