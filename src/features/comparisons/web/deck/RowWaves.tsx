import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { AlignedSegment } from '#audio/comparison-result.ts'
import type { Seconds } from '#shared/units.ts'
import { text } from '#web/i18n/text.ts'
import { type FollowPlayhead, Waveform } from '#web/waveform/Waveform.tsx'
import { usePeaks } from '#web/waveform/use-peaks.ts'
import { pxAtFrame } from '#web/waveform/view/wave-view.ts'
import type { WaveViewport } from '#web/waveform/view/wave-viewport.ts'
import { compareStrings as strings } from '../compare.strings.ts'
import styles from './SourceRow.module.css'
import type { DeckVoice } from './deck-entry.ts'
import type { DeckMap } from './deck-map.ts'
import { RowViewport } from './row-viewport.ts'

interface RowWavesProps {
  readonly voice: DeckVoice
  readonly letter: string
  /** From the first source to this one. */
  readonly map: DeckMap
  /** In the first source's time. */
  readonly viewport: WaveViewport
  /** In this source's own time. */
  readonly playhead: FollowPlayhead
  readonly onSeek: (own: Seconds) => void
}

/** More would be thinner than a pixel; the shortest parts are left out. */
const MOST_PARTS = 24

/** A source's wave, each part where the first source has the same music. */
export function RowWaves({ map, ...row }: RowWavesProps) {
  const parts =
    map.length <= MOST_PARTS
      ? map
      : map
          .toSorted((one, other) => other.to - other.from - (one.to - one.from))
          .slice(0, MOST_PARTS)
          .toSorted((one, other) => one.from - other.from)
  return parts.map((part, index) => (
    <PartWave
      key={index}
      {...row}
      part={part}
      label={partLabel(row, index, parts.length)}
      isWhole={parts.length === 1}
    />
  ))
}

function partLabel(
  { voice: { heard }, letter }: Pick<RowWavesProps, 'voice' | 'letter'>,
  index: number,
  parts: number,
): string {
  return text(parts === 1 ? strings.waveLabel : strings.wavePart, {
    letter,
    title: heard.trackTitle,
    number: heard.versionNumber,
    part: index + 1,
    parts,
  })
}

interface PartWaveProps extends Omit<RowWavesProps, 'map'> {
  readonly part: AlignedSegment
  readonly label: string
  readonly isWhole: boolean
}

function PartWave({ voice, part, label, isWhole, viewport, playhead, onSeek }: PartWaveProps) {
  const { url, facts } = voice.heard.peaks
  const peaks = usePeaks(url, facts)
  const { totalFrames, sampleRate } = facts
  const { from, at, rate: speed } = part
  const own = useMemo(
    () => new RowViewport(viewport, { totalFrames, sampleRate, offset: at - from * speed, speed }),
    [viewport, totalFrames, sampleRate, from, at, speed],
  )
  const clip = usePartClip(viewport, part)
  return (
    <div className={styles.part} style={isWhole ? undefined : { clipPath: clip }}>
      <Waveform
        peaks={peaks}
        viewport={own}
        playhead={playhead}
        followsPlayback={false}
        label={label}
        onSeek={onSeek}
        className={styles.canvas ?? ''}
      />
    </div>
  )
}

/** Shows only the part; presses beside it reach what is there. */
function usePartClip(viewport: WaveViewport, { from, to }: AlignedSegment): string {
  const clip = useCallback(() => {
    const view = viewport.view()
    const [left, right] = [pxAtFrame(view, from), view.widthPx - pxAtFrame(view, to)]
    return `inset(0 ${Math.max(0, right).toFixed(1)}px 0 ${Math.max(0, left).toFixed(1)}px)`
  }, [viewport, from, to])
  return useSyncExternalStore(viewport.subscribe, clip)
}
