import { createElement, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Waveform } from '../../src/web/waveform/Waveform.tsx'
import { WaveMarkers } from '../../src/web/waveform/mark/WaveMarkers.tsx'
import { inTimeOrder, type WaveMarker } from '../../src/web/waveform/mark/wave-markers.ts'
import { usePeaks, useViewport } from '../../src/web/waveform/use-peaks.ts'
import { WaveOverview } from '../../src/web/waveform/view/WaveOverview.tsx'
import { WaveRuler } from '../../src/web/waveform/view/WaveRuler.tsx'
import { showRange } from '../../src/web/waveform/view/wave-view.ts'
import type { WaveViewport } from '../../src/web/waveform/view/wave-viewport.ts'
import { offer, painted, recordingOf } from './drawing-page.ts'

const { sampleRate, totalFrames } = recordingOf(location.href)
const facts = { sampleRate, totalFrames, channels: 2 }
const nothing = (): void => {}
const shown: { viewport?: WaveViewport; setMarkers?: (markers: readonly WaveMarker[]) => void } = {}
const face = (): string => 'ML'

function Page() {
  const peaks = usePeaks('/files/long.rmpk', facts)
  const viewport = useViewport(facts)
  const [markers, setMarkers] = useState<readonly WaveMarker[]>([])
  useEffect(() => {
    Object.assign(shown, { viewport, setMarkers })
  }, [viewport])
  return createElement(
    'div',
    undefined,
    createElement(WaveOverview, { peaks, viewport, onSeek: nothing }),
    createElement(WaveRuler, { viewport }),
    createElement(WaveMarkers, { viewport, markers, face, onChoose: nothing }),
    createElement(Waveform, {
      peaks,
      viewport,
      label: 'Two hours',
      onSeek: nothing,
      onSelect: nothing,
      className: 'detail',
    }),
  )
}

/** Whether the middle of the detail's upper channel is drawn. */
function isInked(probe: OffscreenCanvasRenderingContext2D): boolean {
  const canvas = document.querySelector<HTMLCanvasElement>('.detail canvas')
  probe.clearRect(0, 0, 1, 1)
  if (canvas && canvas.width > 0) probe.drawImage(canvas, -800, -90)
  return (probe.getImageData(0, 0, 1, 1).data[3] ?? 0) > 0
}

offer({
  begin: async () => {
    createRoot(document.querySelector('#root') ?? document.body).render(createElement(Page))
    const probe = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
    while (probe && !isInked(probe)) await new Promise(requestAnimationFrame)
    await painted()
  },
  addMarkers: async (times) => {
    shown.setMarkers?.(
      inTimeOrder(times.map((from, i) => ({ id: `m${i}`, from, colour: '#6cf', label: `Note ${i}`, state: 'open' }))),
    )
    await painted()
  },
  zoom: (framesPerPx) =>
    shown.viewport?.change((view) =>
      showRange(view, totalFrames / 2 - framesPerPx * 800, totalFrames / 2 + framesPerPx * 800),
    ),
})
