import { useEffect } from 'react'
import type { Seconds } from '#shared/units.ts'
import { useListening } from '#web/player/use-listening.ts'
import { usePageKeys } from '#web/ui/keys/use-page-keys.ts'
import { glideZoom } from '#web/waveform/view/wave-glide.ts'
import { pxAtSeconds, showRange, type WaveView, wholeView } from '#web/waveform/view/wave-view.ts'
import type { WaveViewport } from '#web/waveform/view/wave-viewport.ts'
import { playerStrings } from '../player/player.strings.ts'
import { trackStrings } from '../tracks.strings.ts'

const zoomStep = 2

interface StageZoom {
  readonly zoom: (factor: number) => void
  readonly showWhole: () => void
}

/** Zooming by keys and buttons, about the playhead while it is in view. `isHere`: the version is in the player. */
export function useStageZoom(viewport: WaveViewport, isHere: boolean): StageZoom {
  const { player } = useListening()
  const zoom = (factor: number) =>
    glideZoom(viewport, middleOf(viewport.view(), isHere ? player?.position() : undefined), factor)
  const showWhole = () => viewport.change((view) => wholeView(view.totalFrames, view.sampleRate, view.widthPx))
  const { keys: words } = trackStrings
  const group = playerStrings.groups.page
  usePageKeys([
    { keys: ['+'], label: words.zoomIn, group, repeats: true, run: () => zoom(zoomStep) },
    { keys: ['-'], label: words.zoomOut, group, repeats: true, run: () => zoom(1 / zoomStep) },
    { keys: ['Shift+F'], label: words.zoomWhole, group, run: showWhole },
  ])
  return { zoom, showWhole }
}

/** Scrolls to the position from the URL, unless it is in view. */
export function useStartInView(viewport: WaveViewport, startAt: Seconds | undefined): void {
  useEffect(() => {
    if (startAt === undefined) return
    viewport.change((view) =>
      view.widthPx > 0 && pxAtSeconds(view, startAt) > view.widthPx
        ? showRange(view, (startAt - 15) * view.sampleRate, (startAt + 15) * view.sampleRate)
        : view,
    )
  }, [startAt, viewport])
}

/** The playhead while it is in view, otherwise the middle. */
function middleOf(view: WaveView, position: Seconds | undefined): number {
  const px = position === undefined ? -1 : pxAtSeconds(view, position)
  return px >= 0 && px <= view.widthPx ? px : view.widthPx / 2
}
