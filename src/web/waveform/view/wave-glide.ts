import { zoomAbout } from './wave-view.ts'
import type { WaveViewport } from './wave-viewport.ts'

/** Covers about two thirds of the remaining way in this time. */
const GLIDE_MS = 45

interface Glide {
  /** Remaining zoom, as the logarithm of a factor. */
  left: number
  px: number
}

const running = new WeakMap<WaveViewport, Glide>()

/** Zooms by one step of a key or button, over a few frames so that the eye can follow; at once with reduced motion. */
export function glideZoom(viewport: WaveViewport, px: number, factor: number): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches)
    return viewport.change((view) => zoomAbout(view, px, factor))
  const under = running.get(viewport)
  if (under) {
    under.left += Math.log(factor)
    under.px = px
    return
  }
  const glide = { left: Math.log(factor), px }
  running.set(viewport, glide)
  let before = performance.now()
  const step = (now: number): void => {
    const share = Math.abs(glide.left) < 0.01 ? 1 : 1 - Math.exp(-Math.max(4, now - before) / GLIDE_MS)
    before = now
    viewport.change((view) => zoomAbout(view, glide.px, Math.exp(glide.left * share)))
    glide.left *= 1 - share
    if (glide.left === 0) running.delete(viewport)
    else requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
}
