import type { Seconds } from '#shared/units.ts'
import { endFrame, pxAtSeconds, showFrom, type WaveView } from './wave-view.ts'

export const followModes = ['page', 'centre', 'off'] as const
/** Turn the page when the playhead leaves the view, keep it centred, or leave the view alone. */
export type FollowMode = (typeof followModes)[number]

/** The view after the playhead moved from `before` to `now`; the same object if it does not change. */
export function followed(view: WaveView, mode: FollowMode, before: Seconds, now: Seconds): WaveView {
  if (mode === 'off' || before === now) return view
  return mode === 'centre' ? centred(view, now) : pageOf(view, before, now)
}

function centred(view: WaveView, now: Seconds): WaveView {
  // In whole pixels, so that columns contain the same frames from one picture to the next.
  const px = Math.round(pxAtSeconds(view, now) - view.widthPx / 2)
  return px === 0 ? view : showFrom(view, view.startFrame + px * view.framesPerPx)
}

function pageOf(view: WaveView, before: Seconds, now: Seconds): WaveView {
  const edge = endFrame(view) / view.sampleRate
  const isRunningOut = before <= edge && now > edge && now - before < 1
  return isRunningOut ? showFrom(view, now * view.sampleRate) : view
}
