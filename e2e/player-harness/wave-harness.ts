import { createElement, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { PeaksFacts } from '../../src/audio/peaks-file.ts'
import type { StreamSource } from '../../src/audio/stream-source.ts'
import { MiniWave } from '../../src/web/waveform/MiniWave.tsx'
import { Waveform } from '../../src/web/waveform/Waveform.tsx'
import { WaveMarkers } from '../../src/web/waveform/mark/WaveMarkers.tsx'
import { WaveSelection } from '../../src/web/waveform/mark/WaveSelection.tsx'
import { inTimeOrder, type WaveMarker } from '../../src/web/waveform/mark/wave-markers.ts'
import { usePeaks, useViewport } from '../../src/web/waveform/use-peaks.ts'
import { useSamples } from '../../src/web/waveform/use-samples.ts'
import { WaveAxis } from '../../src/web/waveform/view/WaveAxis.tsx'
import { WaveOverview } from '../../src/web/waveform/view/WaveOverview.tsx'
import { WaveRuler } from '../../src/web/waveform/view/WaveRuler.tsx'
import type { RulerFormat } from '../../src/web/waveform/view/ruler-formats.ts'
import type { SecondsRange } from '../../src/web/waveform/view/wave-gestures.ts'
import type { WaveViewport } from '../../src/web/waveform/view/wave-viewport.ts'

const query = new URLSearchParams(location.search)
const facts: PeaksFacts = {
  sampleRate: Number(query.get('rate')),
  channels: Number(query.get('channels')),
  totalFrames: Number(query.get('frames')),
}
const url = query.get('peaks') ?? ''
/** The sound behind the peaks, where a test looks closer than they reach. */
const sound: { readonly source: StreamSource; readonly urls: { readonly stream: string; readonly index?: string } } =
  JSON.parse(query.get('sound') ?? '{"source":{"kind":"flac"},"urls":{"stream":""}}')
const follows = (['page', 'centre', 'off'] as const).find((mode) => mode === query.get('follow')) ?? 'page'
const markers: readonly WaveMarker[] = inTimeOrder(
  Array.from({ length: Number(query.get('markers') ?? 0) }, (_, i): WaveMarker => ({
    id: `m${i}`,
    from: ((i * 7919) % 5000) * (facts.totalFrames / facts.sampleRate / 5000),
    colour: '#6cf',
    label: `Note ${i}`,
    state: 'open',
  })),
)
const ruler: RulerFormat = { kind: query.get('ruler') === 'samples' ? 'samples' : 'time' }

const shown: { viewport?: WaveViewport } = {}
const drawers = new Set<(at: number) => void>()
let position = 0
const seeks: number[] = []
const selections: SecondsRange[] = []

/** A playhead moved by hand instead of by a player. */
function follow(draw: (at: number) => void): () => void {
  drawers.add(draw)
  draw(position)
  return () => drawers.delete(draw)
}

function moveTo(at: number): void {
  position = at
  for (const draw of drawers) draw(at)
}

function seek(at: number): void {
  seeks.push(at)
  moveTo(at)
}

const chosen: string[] = []
const faceOf = (): string => 'N'
const choose = ({ id }: WaveMarker): void => void chosen.push(id)

function Page() {
  const peaks = usePeaks(url, facts)
  const samples = useSamples(sound)
  const shared = useViewport(facts)
  const [selection, setSelection] = useState<SecondsRange>()
  useEffect(() => {
    shown.viewport = shared
  }, [shared])
  const select = (range: SecondsRange): void => {
    selections.push(range)
    setSelection(range)
  }
  return createElement(
    'div',
    undefined,
    createElement(WaveOverview, { peaks, viewport: shared, playhead: follow, onSeek: seek }),
    createElement(WaveRuler, { viewport: shared, format: ruler }),
    createElement(WaveMarkers, { viewport: shared, markers, face: faceOf, onChoose: choose }),
    createElement(
      'div',
      { style: { position: 'relative' } },
      createElement(Waveform, {
        peaks,
        samples,
        viewport: shared,
        playhead: follow,
        ruler,
        followMode: follows,
        label: 'Glasshouse, version 6',
        onSeek: seek,
        selection,
        onSelect: select,
        describe: (at) => (at >= 60 ? 'Chorus' : undefined),
        className: 'detail',
      }),
      selection && createElement(WaveSelection, { viewport: shared, selection, onSelect: select }),
    ),
    createElement(WaveAxis, { channels: facts.channels, className: 'axis' }),
    createElement(MiniWave, { url, facts, playhead: follow }),
  )
}

createRoot(document.querySelector('#root') ?? document.body).render(createElement(Page))

Object.assign(globalThis, { waveHarness: { moveTo, seeks, selections, chosen, view: () => shown.viewport?.view() } })

export interface WaveHarness {
  readonly moveTo: (at: number) => void
  readonly seeks: readonly number[]
  readonly selections: readonly SecondsRange[]
  readonly chosen: readonly string[]
  readonly view: () => ReturnType<WaveViewport['view']>
}
