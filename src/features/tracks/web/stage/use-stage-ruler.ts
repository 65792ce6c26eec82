import { useMemo, useSyncExternalStore } from 'react'
import { TRUSTED_TEMPO, type Tempo } from '#audio/tempo.ts'
import { clockFormat, type RulerFormat } from '#web/waveform/view/ruler-formats.ts'
import { stageChoices, useChoice } from './stage-choices.ts'
import type { TrackTempo } from '../../tracks.contract.ts'
import { browserTempo, watchTempo } from '../music/browser-tempo.ts'

/**
 * The ruler's format, and the track's tempo: as a person said for the track, else as typed in this browser, else as
 * measured. Without one, bars fall back to time.
 */
export function useStageRuler(
  trackId: string,
  said: TrackTempo | null,
  found: Tempo | null | undefined,
): { readonly format: RulerFormat; readonly tempo: TrackTempo | undefined } {
  const kind = useChoice(stageChoices.ruler)
  const rate = useChoice(stageChoices.frameRate)
  const typed = useSyncExternalStore(watchTempo, () => browserTempo(trackId))
  const bpm = found && found.confidence >= TRUSTED_TEMPO ? found.beatsPerMinute : undefined
  const tempo = useMemo(
    () => said ?? typed ?? (bpm === undefined ? undefined : { beatsPerMinute: bpm, beatsPerBar: 4, offset: 0 }),
    [said, typed, bpm],
  )
  const format = useMemo((): RulerFormat => {
    if (kind === 'bars')
      return tempo
        ? { kind, bpm: tempo.beatsPerMinute, beatsPerBar: tempo.beatsPerBar, offset: tempo.offset }
        : clockFormat
    return kind === 'timecode' ? { kind, rate } : { kind }
  }, [kind, rate, tempo])
  return { format, tempo }
}
