import { MoveHorizontal } from 'lucide-react'
import { useMemo } from 'react'
import type { AnalysisReport } from '#audio/analysis-report.ts'
import type { Membership } from '#features/projects/projects.contract.ts'
import type { Seconds } from '#shared/units.ts'
import { text } from '#web/i18n/text.ts'
import type { Heard } from '#web/player/listening.ts'
import { PresentHeads } from '#web/presence/PresentHeads.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ContextMenu } from '#web/ui/menu/ContextMenu.tsx'
import type { MenuAction } from '#web/ui/menu/menu-entries.ts'
import { lazyPart } from '#web/ui/page/lazy-part.tsx'
import { Waveform, type WaveformProps } from '#web/waveform/Waveform.tsx'
import { type WaveMarker, markersAt } from '#web/waveform/mark/wave-markers.ts'
import { WaveSelection } from '#web/waveform/mark/WaveSelection.tsx'
import { WaveTint } from '#web/waveform/mark/WaveTint.tsx'
import { useSamples } from '#web/waveform/use-samples.ts'
import type { SecondsRange } from '#web/waveform/view/wave-gestures.ts'
import { livePersonOf } from '../people-names.ts'
import { trackStrings } from '../tracks.strings.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { selectionEntries, selectionTimes } from './selection-entries.ts'
import { stageChoices, useChoice } from './stage-choices.ts'
import { overTicks } from './stage-markers.ts'
import { stageStrings } from './stage.strings.ts'
import type { TrackMarks } from './track-marks.ts'
import type { StageSelection } from './use-stage-selection.ts'
import styles from './TrackStage.module.css'

const MeterColumn = lazyPart(() => import('../monitor/MeterColumn.tsx'))
const PeakTicks = lazyPart(() => import('../monitor/PeakTicks.tsx'))
const StageSpectrogram = lazyPart(() => import('./StageSpectrogram.tsx'))

interface StageWaveProps {
  readonly heard: Heard
  readonly members: readonly Membership[]
  readonly report: AnalysisReport
  readonly notes: TrackMarks | undefined
  readonly ofRange: ((range: SecondsRange) => readonly MenuAction[]) | undefined
  readonly isCalm: boolean
  /** In the player. */
  readonly isHere: boolean
  readonly isSpectrum: boolean
  readonly peaks: WaveformProps['peaks']
  readonly viewport: WaveformProps['viewport']
  readonly format: WaveformProps['ruler']
  readonly markers: readonly WaveMarker[]
  readonly selecting: StageSelection
  readonly turns: (element: HTMLElement | null) => (() => void) | undefined
  readonly playhead: Pick<WaveformProps, 'playhead'>
  readonly onSeek: WaveformProps['onSeek']
  /** Undefined for people who may not. */
  readonly onAddNote: (() => void) | undefined
}

/** The wave or the spectrogram with its overlays, and a range's menu. */
export function StageWave({
  heard,
  members,
  report,
  notes,
  ofRange,
  isCalm,
  isHere,
  isSpectrum,
  peaks,
  viewport,
  format,
  markers,
  selecting,
  turns,
  playhead,
  onSeek,
  onAddNote,
}: StageWaveProps) {
  const { channels } = heard.peaks.facts
  const { selection, select } = selecting
  const lit = selection ?? notes?.writing
  const samples = useSamples(heard.playable)
  const followMode = useChoice(stageChoices.follow)
  const hasTicks = useChoice(stageChoices.peaks) === 'on' && !isSpectrum
  const ticks = useMemo(() => overTicks(report.findings), [report.findings])
  const tinted = notes?.markers.find(({ id, to }) => id === notes.chosenId && to !== undefined)
  const actions = selection
    ? selectionEntries({
        onLoop: selecting.loopIt,
        onClear: () => select(undefined),
        onAddNote,
        more: ofRange?.({ from: roundMs(selection.from), to: roundMs(selection.to) }) ?? [],
      })
    : []
  const menu = selection
    ? [{ kind: 'heading', label: selectionTimes(selection) } as const, ...actions]
    : [markEntry(selecting)]
  return (
    <ContextMenu entries={menu} label={stageStrings.selection}>
      <div ref={turns} className={styles.box}>
        {isSpectrum && <StageSpectrogram heard={heard} viewport={viewport} />}
        <Waveform
          peaks={peaks}
          samples={samples}
          viewport={viewport}
          label={text(trackStrings.waveLabel, { title: heard.trackTitle, number: heard.versionNumber })}
          ruler={format}
          followMode={followMode}
          onSeek={onSeek}
          onSelect={select}
          onLetGo={() => selection && select(undefined)}
          {...(lit && { selection: lit })}
          {...playhead}
          describe={(at) => markersAt(markers, at)}
          className={classNames(styles.wave, isSpectrum && styles.clear)}
        />
        {!isCalm && (
          <MeterColumn layout={heard.playable.source} idle={!isHere} isNotMeasured={heard.isNotMeasured === true} />
        )}
        {hasTicks && ticks.length > 0 && <PeakTicks ticks={ticks} channels={channels} viewport={viewport} />}
        <PresentHeads heard={heard} viewport={viewport} look={(person) => livePersonOf(members, person)} />
        {tinted && <WaveTint viewport={viewport} marker={tinted} />}
        {selection && <WaveSelection viewport={viewport} selection={selection} onSelect={select} />}
        {selection && <SelectionBar viewport={viewport} selection={selection} entries={actions} />}
      </div>
    </ContextMenu>
  )
}

function markEntry({ anchor, mark }: StageSelection): MenuAction {
  return {
    kind: 'action',
    label: anchor === undefined ? stageStrings.beginHere : stageStrings.endHere,
    icon: MoveHorizontal,
    keys: 'S',
    onSelect: mark,
  }
}

function roundMs(seconds: Seconds): Seconds {
  return Math.round(seconds * 1000) / 1000
}
