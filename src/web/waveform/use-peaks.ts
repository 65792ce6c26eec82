import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { PeaksFacts } from '#audio/peaks-file.ts'
import { PeaksSource, type PeaksState } from './peaks-source.ts'
import type { WaveView } from './view/wave-view.ts'
import { WaveViewport } from './view/wave-viewport.ts'

/** The peaks at a URL, fetched while the component is mounted. */
export function usePeaks(url: string, { sampleRate, channels, totalFrames }: PeaksFacts): PeaksSource {
  const peaks = useMemo(
    () => new PeaksSource(url, { sampleRate, channels, totalFrames }),
    [url, sampleRate, channels, totalFrames],
  )
  useEffect(() => {
    peaks.open()
    return () => peaks.close()
  }, [peaks])
  return peaks
}

export function usePeaksState(peaks: PeaksSource): PeaksState {
  return useSyncExternalStore(peaks.subscribe, peaks.state)
}

/** A viewport that begins with the whole recording; one per track page, shared by waveform, ruler and overview. */
export function useViewport({ totalFrames, sampleRate }: Pick<PeaksFacts, 'totalFrames' | 'sampleRate'>): WaveViewport {
  const [made, setMade] = useState(() => ({
    totalFrames,
    sampleRate,
    viewport: new WaveViewport(totalFrames, sampleRate),
  }))
  if (made.totalFrames === totalFrames && made.sampleRate === sampleRate) return made.viewport
  const next = { totalFrames, sampleRate, viewport: new WaveViewport(totalFrames, sampleRate) }
  setMade(next)
  return next.viewport
}

/** Renders again whenever the view moves: for elements positioned above the wave. */
export function useWaveView(viewport: WaveViewport): WaveView {
  return useSyncExternalStore(viewport.subscribe, viewport.view)
}
