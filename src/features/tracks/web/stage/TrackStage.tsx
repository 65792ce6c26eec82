import { MoveHorizontal, Play } from 'lucide-react'
import { lazy, useCallback, useEffect, useMemo } from 'react'
import type { AnalysisReport } from '#audio/analysis-report.ts'
import type { Membership } from '#features/projects/projects.contract.ts'
import type { Seconds } from '#shared/units.ts'
import { formatPosition } from '#web/i18n/format-duration.ts'
import { text } from '#web/i18n/text.ts'
import { listening, type Heard } from '#web/player/listening.ts'
import { useFollow, useListening, useListeningSnapshot, useVersionSound } from '#web/player/use-listening.ts'
import { PresentHeads } from '#web/presence/PresentHeads.tsx'
import { Button } from '#web/ui/Button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { LazyBoundary, lazyPart } from '#web/ui/page/lazy-part.tsx'
import { ContextMenu } from '#web/ui/menu/ContextMenu.tsx'
import { usePageKeys } from '#web/ui/keys/use-page-keys.ts'
import { usePeaks, useViewport } from '#web/waveform/use-peaks.ts'
import { useSamples } from '#web/waveform/use-samples.ts'
import type { MenuAction } from '#web/ui/menu/menu-entries.ts'
import { listenForWheel, type SecondsRange } from '#web/waveform/view/wave-gestures.ts'
import { glideZoom } from '#web/waveform/view/wave-glide.ts'
import { markersAt } from '#web/waveform/mark/wave-markers.ts'
import { pxAtSeconds, showRange, wholeView, type WaveView } from '#web/waveform/view/wave-view.ts'
import { WaveAxis } from '#web/waveform/view/WaveAxis.tsx'
import { WaveDots } from '#web/waveform/mark/WaveDots.tsx'
import { Waveform } from '#web/waveform/Waveform.tsx'
import { WaveOverview } from '#web/waveform/view/WaveOverview.tsx'
import { WaveRuler } from '#web/waveform/view/WaveRuler.tsx'
import { WaveSelection } from '#web/waveform/mark/WaveSelection.tsx'
import { WaveTint } from '#web/waveform/mark/WaveTint.tsx'
import { livePersonOf } from '../people-names.ts'
import { playerStrings } from '../player/player.strings.ts'
import { selectionEntries, selectionTimes } from './selection-entries.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { stageChoices, useChoice } from './stage-choices.ts'
import { overTicks, stageMarkers } from './stage-markers.ts'
import { stageStrings } from './stage.strings.ts'
import { StageMarkers } from './StageMarkers.tsx'
import { StageTools } from './StageTools.tsx'
import { trackStrings } from '../tracks.strings.ts'
import type { TrackMarks } from './track-marks.ts'
import { useStageRuler } from './use-stage-ruler.ts'
import { useStageSelection } from './use-stage-selection.ts'
import { versionUrls } from '../versions/version-sound.ts'
import styles from './TrackStage.module.css'

const LoudnessLane = lazy(() => import('./LoudnessLane.tsx'))
const SelectionFacts = lazyPart(() => import('./SelectionFacts.tsx'))
const MeterColumn = lazyPart(() => import('../monitor/MeterColumn.tsx'))
const PeakTicks = lazyPart(() => import('../monitor/PeakTicks.tsx'))
const StageSpectrogram = lazyPart(() => import('./StageSpectrogram.tsx'))

interface TrackStageProps {
  readonly heard: Heard
  readonly members: readonly Membership[]
  readonly report: AnalysisReport
  readonly startAt: Seconds | undefined
  readonly notes: TrackMarks | undefined
  /** What else can be done with a range, its edges in whole milliseconds. */
  readonly ofRange?: (range: SecondsRange) => readonly MenuAction[]
  /** For people who listen: without meters and the loudness curve. */
  readonly isCalm?: boolean
}

const zoomStep = 2

/** The waveform with everything that stands on it. */
export function TrackStage({ heard, members, report, startAt, notes, ofRange, isCalm = false }: TrackStageProps) {
  const { url, facts } = heard.peaks
  const { durationSeconds } = heard.playable
  const energyUrl = versionUrls(heard.projectId, { trackId: heard.trackId, id: heard.versionId }).energy
  const peaks = usePeaks(url, facts)
  const samples = useSamples(heard.playable)
  const viewport = useViewport(facts)
  const { player } = useListening()
  const { loop } = useListeningSnapshot()
  const sound = useVersionSound(heard.versionId)
  const follow = useFollow()
  const here = sound !== 'elsewhere'
  const { selection, anchor, select, loopIt, mark } = useStageSelection(heard)
  const { format, tempo } = useStageRuler(heard.trackId, report.tempo)
  const followMode = useChoice(stageChoices.follow)
  const hasLoudness = useChoice(stageChoices.loudness) === 'on' && !isCalm
  const isSpectrum = useChoice(stageChoices.picture) === 'spectrogram'
  const hasTicks = useChoice(stageChoices.peaks) === 'on'
  const noteMarkers = notes?.markers
  const markers = useMemo(
    () => stageMarkers(report.findings, durationSeconds, { loop: here ? loop : undefined, noteMarkers }),
    [report.findings, durationSeconds, here, loop, noteMarkers],
  )
  const tinted = noteMarkers?.find(({ id, to }) => id === notes?.chosenId && to !== undefined)
  const addNote = notes?.onAdd
  const writeNote = () => {
    addNote?.(selection)
    select(undefined)
  }
  const ticks = useMemo(() => overTicks(report.findings), [report.findings])
  const seek = useCallback(
    (at: Seconds) => {
      // Pressing on the wave of what is not in the player means: this, from here.
      if (listening.state().heard?.versionId === heard.versionId) listening.seek(at)
      else listening.hear(heard, { at })
    },
    [heard],
  )
  const zoom = (factor: number) =>
    glideZoom(viewport, middleOf(viewport.view(), here ? player?.position() : undefined), factor)
  const showWhole = () => viewport.change((view) => wholeView(view.totalFrames, view.sampleRate, view.widthPx))
  const { keys: words } = trackStrings
  const group = playerStrings.groups.page
  usePageKeys([
    { keys: ['+'], label: words.zoomIn, group, repeats: true, run: () => zoom(zoomStep) },
    { keys: ['-'], label: words.zoomOut, group, repeats: true, run: () => zoom(1 / zoomStep) },
    { keys: ['Shift+F'], label: words.zoomWhole, group, run: showWhole },
  ])
  usePageKeys(addNote ? [{ keys: ['C'], label: stageStrings.keys.note, group, run: writeNote }] : [])
  useEffect(() => {
    if (startAt === undefined) return
    viewport.change((view) =>
      view.widthPx > 0 && pxAtSeconds(view, startAt) > view.widthPx
        ? showRange(view, (startAt - 15) * view.sampleRate, (startAt + 15) * view.sampleRate)
        : view,
    )
  }, [startAt, viewport])
  // What stands above and on the wave turns it as the wave itself does.
  const turns = useCallback(
    (element: HTMLElement | null) => (element ? listenForWheel(element, viewport) : undefined),
    [viewport],
  )
  const entries = selection
    ? selectionEntries({
        onLoop: loopIt,
        onClear: () => select(undefined),
        onAddNote: addNote && writeNote,
        more: ofRange?.({ from: roundMs(selection.from), to: roundMs(selection.to) }) ?? [],
      })
    : []
  const playhead = here ? { playhead: follow } : {}
  const gutter = <div className={styles.gutter} aria-hidden />
  return (
    <div className={classNames(styles.stage, hasLoudness && styles.withLoudness, isCalm && styles.calm)}>
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
        <StageMarkers heard={heard} markers={markers} notes={notes} viewport={viewport} onSelect={select} />
      </div>
      {isSpectrum ? gutter : <WaveAxis channels={facts.channels} className={styles.gutter ?? ''} />}
      <ContextMenu
        entries={
          selection
            ? [{ kind: 'heading', label: selectionTimes(selection) }, ...entries]
            : [
                {
                  kind: 'action',
                  label: anchor === undefined ? stageStrings.beginHere : stageStrings.endHere,
                  icon: MoveHorizontal,
                  keys: 'S',
                  onSelect: mark,
                },
              ]
        }
        label={stageStrings.selection}
      >
        <div ref={turns} className={styles.box}>
          {isSpectrum && <StageSpectrogram heard={heard} viewport={viewport} />}
          <Waveform
            peaks={peaks}
            samples={samples}
            viewport={viewport}
            label={text(trackStrings.waveLabel, { title: heard.trackTitle, number: heard.versionNumber })}
            ruler={format}
            followMode={followMode}
            onSeek={seek}
            onSelect={select}
            onLetGo={() => selection && select(undefined)}
            {...(selection && { selection })}
            {...playhead}
            describe={(at) => markersAt(markers, at)}
            className={classNames(styles.wave, isSpectrum && styles.clear)}
          />
          {!isCalm && (
            <MeterColumn channels={facts.channels} idle={!here} isNotMeasured={heard.isNotMeasured === true} />
          )}
          {hasTicks && !isSpectrum && ticks.length > 0 && (
            <PeakTicks ticks={ticks} channels={facts.channels} viewport={viewport} />
          )}
          <PresentHeads heard={heard} viewport={viewport} look={(person) => livePersonOf(members, person)} />
          {tinted && <WaveTint viewport={viewport} marker={tinted} />}
          {selection && <WaveSelection viewport={viewport} selection={selection} onSelect={select} />}
          {selection && <SelectionBar viewport={viewport} selection={selection} entries={entries} />}
        </div>
      </ContextMenu>
      {hasLoudness && (
        <LazyBoundary
          shape={
            <>
              {gutter}
              <div className={styles.lane} aria-hidden />
            </>
          }
        >
          <LoudnessLane url={energyUrl} viewport={viewport} {...playhead} />
        </LazyBoundary>
      )}
      {gutter}
      <div className={styles.foot}>
        {sound !== 'playing' && !here && (
          <Button size="small" icon={Play} onClick={() => listening.hear(heard, { at: startAt ?? 0 })}>
            {trackStrings.playHere}
          </Button>
        )}
        <output className={styles.said}>
          {anchor !== undefined && text(stageStrings.anchored, { time: formatPosition(anchor) })}
          {selection && <SelectionFacts url={energyUrl} selection={selection} format={format} report={report} />}
        </output>
        <StageTools trackId={heard.trackId} title={heard.trackTitle} tempo={tempo} onZoom={zoom} onWhole={showWhole} />
      </div>
    </div>
  )
}

/** About the playhead while it is in view, else about the middle. */
function middleOf(view: WaveView, position: Seconds | undefined): number {
  const px = position === undefined ? -1 : pxAtSeconds(view, position)
  return px >= 0 && px <= view.widthPx ? px : view.widthPx / 2
}

function roundMs(seconds: Seconds): Seconds {
  return Math.round(seconds * 1000) / 1000
}
