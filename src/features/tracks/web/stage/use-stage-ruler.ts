import { useMemo, useSyncExternalStore } from 'react'
import { TRUSTED_TEMPO, type Tempo } from '#audio/tempo.ts'
import { clockFormat, type RulerFormat } from '#web/waveform/view/ruler-formats.ts'
import { stageChoices, useChoice } from './stage-choices.ts'
import { trackTempo, type TrackTempo, watchTempo } from '../monitor/track-tempo.ts'

/**
 * The ruler's format, and the track's tempo: entered by a user, or else detected. Without either, bars fall back to
 * time.
 */
export function useStageRuler(
  trackId: string,
  found: Tempo | null | undefined,
): { readonly format: RulerFormat; readonly tempo: TrackTempo | undefined } {
  const kind = useChoice(stageChoices.ruler)
  const rate = useChoice(stageChoices.frameRate)
  const typed = useSyncExternalStore(watchTempo, () => trackTempo(trackId))
  const bpm = found && found.confidence >= TRUSTED_TEMPO ? found.beatsPerMinute : undefined
  const tempo = useMemo(
    () => typed ?? (bpm === undefined ? undefined : { bpm, beatsPerBar: 4, offset: 0 }),
    [typed, bpm],
  )
  const format = useMemo((): RulerFormat => {
    if (kind === 'bars')
      return tempo ? { kind, bpm: tempo.bpm, beatsPerBar: tempo.beatsPerBar, offset: tempo.offset } : clockFormat
    return kind === 'timecode' ? { kind, rate } : { kind }
  }, [kind, rate, tempo])
  return { format, tempo }
}
