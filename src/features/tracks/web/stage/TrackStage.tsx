import { Play } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import type { AnalysisReport } from '#audio/analysis-report.ts'
import type { Membership } from '#features/projects/projects.contract.ts'
import type { Lufs, Seconds } from '#shared/units.ts'
import { formatPosition } from '#web/i18n/format-duration.ts'
import { text } from '#web/i18n/text.ts'
import { listening, type Heard } from '#web/player/listening.ts'
import { useFollow, useListeningSnapshot, useVersionSound } from '#web/player/use-listening.ts'
import { Button } from '#web/ui/Button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { usePageKeys } from '#web/ui/keys/use-page-keys.ts'
import type { MenuAction } from '#web/ui/menu/menu-entries.ts'
import { LazyBoundary, lazyComponent, lazyPart } from '#web/ui/page/lazy-part.tsx'
import { WaveDots } from '#web/waveform/mark/WaveDots.tsx'
import { usePeaks, useViewport } from '#web/waveform/use-peaks.ts'
import { WaveAxis } from '#web/waveform/view/WaveAxis.tsx'
import { WaveOverview } from '#web/waveform/view/WaveOverview.tsx'
import { WaveRuler } from '#web/waveform/view/WaveRuler.tsx'
import { listenForWheel, type SecondsRange } from '#web/waveform/view/wave-gestures.ts'
import { laneStrings } from '../lane/lane.strings.ts'
import type { TrackTempo } from '../../tracks.contract.ts'
import { playerStrings } from '../player/player.strings.ts'
import { trackStrings } from '../tracks.strings.ts'
import { versionUrls } from '../versions/version-sound.ts'
import { StageMarkers } from './StageMarkers.tsx'
import { StageTools } from './StageTools.tsx'
import { StageWave } from './StageWave.tsx'
import styles from './TrackStage.module.css'
import { laneKinds, stageChoices, useChoice } from './stage-choices.ts'
import { stageMarkers } from './stage-markers.ts'
import { stageStrings } from './stage.strings.ts'
import type { TrackMarks } from './track-marks.ts'
import { useStageRuler } from './use-stage-ruler.ts'
import { useStageSelection } from './use-stage-selection.ts'
import { useStageZoom, useStartInView } from './use-stage-zoom.ts'

/** Not of listeners, whose stage has no lane. */
export const StageLane = lazyComponent(() => import('../lane/StageLane.tsx'))
const SelectionFacts = lazyPart(() => import('./SelectionFacts.tsx'))

interface TrackStageProps {
  readonly heard: Heard
  readonly members: readonly Membership[]
  readonly report: AnalysisReport
  readonly startAt: Seconds | undefined
  readonly notes: TrackMarks | undefined
  /** Other features' actions on a range, with its edges in whole milliseconds. */
  readonly ofRange?: (range: SecondsRange) => readonly MenuAction[]
  /** For listeners: without meters and loudness curve. */
  readonly isCalm?: boolean
  /** Where the loudness lane has its line, in LUFS. */
  readonly targetLoudness?: Lufs | null
  /** What a person said of the track. */
  readonly tempo: TrackTempo | null
  /** Asks for the track's tempo, for people who may edit it; others can type one for themselves. */
  readonly onTempo?: (() => void) | undefined
}

const gutter = <div className={styles.gutter} aria-hidden />

/** The waveform with everything that is drawn on it. */
export function TrackStage({
  heard,
  members,
  report,
  startAt,
  notes,
  ofRange,
  isCalm = false,
  targetLoudness = null,
  tempo: saidTempo,
  onTempo,
}: TrackStageProps) {
  const { url, facts } = heard.peaks
  const { durationSeconds } = heard.playable
  const energyUrl = versionUrls(heard.projectId, { trackId: heard.trackId, id: heard.versionId }).energy
  const peaks = usePeaks(url, facts)
  const viewport = useViewport(facts)
  const { loop } = useListeningSnapshot()
  const follow = useFollow()
  const isHere = useVersionSound(heard.versionId) !== 'elsewhere'
  const selecting = useStageSelection(heard)
  const { format, tempo } = useStageRuler(heard.trackId, saidTempo, report.tempo)
  const chosenLane = useChoice(stageChoices.lane)
  const lane = isCalm ? 'off' : chosenLane
  const isSpectrum = useChoice(stageChoices.picture) === 'spectrogram'
  const noteMarkers = notes?.markers
  const markers = useMemo(
    () => stageMarkers(report.findings, durationSeconds, { loop: isHere ? loop : undefined, noteMarkers }),
    [report.findings, durationSeconds, isHere, loop, noteMarkers],
  )
  const zooming = useStageZoom(viewport, isHere)
  const addNote = notes?.onAdd
  const writeNote = () => {
    addNote?.(selecting.selection)
    selecting.select(undefined)
  }
  usePageKeys([
    ...(addNote
      ? [{ keys: ['C'], label: stageStrings.keys.note, group: playerStrings.groups.page, run: writeNote }]
      : []),
    ...(isCalm
      ? []
      : [{ keys: ['Shift+L'], label: laneStrings.nextKey, group: playerStrings.groups.page, run: nextLane }]),
  ])
  useStartInView(viewport, startAt)
  const seek = useCallback(
    (at: Seconds) => {
      // A press on the wave of a version that is not in the player plays it from there.
      if (listening.state().heard?.versionId === heard.versionId) listening.seek(at)
      else listening.hear(heard, { at })
    },
    [heard],
  )
  const hear = (at: Seconds) => listening.hear(heard, { at })
  // The wheel works above the wave as it does on it.
  const turns = useCallback(
    (element: HTMLElement | null) => (element ? listenForWheel(element, viewport) : undefined),
    [viewport],
  )
  const playhead = isHere ? { playhead: follow } : {}
  return (
    <div className={classNames(styles.stage, lane !== 'off' && styles.withLane, isCalm && styles.calm)}>
      {gutter}
      <div>
        <WaveOverview peaks={peaks} viewport={viewport} onSeek={seek} {...playhead} className={styles.overview ?? ''} />
        {noteMarkers && noteMarkers.length > 0 && <WaveDots markers={noteMarkers} duration={durationSeconds} />}
      </div>
      {gutter}
      <div ref={turns} className={styles.over}>
        <WaveRuler viewport={viewport} format={format} />
      </div>
      {gutter}
      <div ref={turns} className={styles.markers}>
        <StageMarkers heard={heard} markers={markers} notes={notes} viewport={viewport} onSelect={selecting.select} />
      </div>
      {isSpectrum ? gutter : <WaveAxis channels={facts.channels} className={styles.gutter ?? ''} />}
      <StageWave
        heard={heard}
        members={members}
        report={report}
        notes={notes}
        ofRange={ofRange}
        isCalm={isCalm}
        isHere={isHere}
        isSpectrum={isSpectrum}
        peaks={peaks}
        viewport={viewport}
        format={format}
        markers={markers}
        selecting={selecting}
        turns={turns}
        playhead={playhead}
        onSeek={seek}
        onAddNote={addNote && writeNote}
      />
      {lane !== 'off' && (
        <LazyBoundary
          shape={
            <>
              {gutter}
              <div className={styles.lane} aria-hidden />
            </>
          }
        >
          <StageLane
            kind={lane}
            url={energyUrl}
            report={report}
            viewport={viewport}
            target={targetLoudness}
            onHear={hear}
            {...playhead}
          />
        </LazyBoundary>
      )}
      {gutter}
      <div className={styles.foot}>
        {!isHere && (
          <Button size="small" icon={Play} onClick={() => listening.hear(heard, { at: startAt ?? 0 })}>
            {trackStrings.playHere}
          </Button>
        )}
        <output className={styles.said}>
          {selecting.anchor !== undefined && text(stageStrings.anchored, { time: formatPosition(selecting.anchor) })}
          {selecting.selection && (
            <SelectionFacts url={energyUrl} selection={selecting.selection} format={format} report={report} />
          )}
        </output>
        <StageTools
          trackId={heard.trackId}
          title={heard.trackTitle}
          tempo={tempo}
          hasSaidTempo={saidTempo !== null}
          onTempo={onTempo}
          onZoom={zooming.zoom}
          onWhole={zooming.showWhole}
        />
      </div>
    </div>
  )
}

function nextLane(): void {
  const next = laneKinds[laneKinds.indexOf(stageChoices.lane.get()) + 1]
  stageChoices.lane.set(next ?? 'on')
}
