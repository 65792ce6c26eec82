import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import { Fragment, type ReactNode, useState } from 'react'
import type { AnalysisReport, Finding } from '#audio/analysis-report.ts'
import type { Seconds } from '#shared/units.ts'
import { formatPosition } from '#web/i18n/format-duration.ts'
import { formatLevel, formatLufs } from '#web/i18n/format-level.ts'
import { formatBytes } from '#web/i18n/format-size.ts'
import { text } from '#web/i18n/text.ts'
import { type Heard, listening } from '#web/player/listening.ts'
import { Button } from '#web/ui/Button.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import type { Track, TrackVersion } from '../../tracks.contract.ts'
import { MusicFigureText } from '../music/MusicFigureText.tsx'
import { keyFigure, type MusicFigure, tempoFigure } from '../music/music-figures.ts'
import { musicStrings } from '../music/music.strings.ts'
import { trackStrings } from '../tracks.strings.ts'
import { qualityOf, versionUrls } from '../versions/version-sound.ts'
import { DynamicsFigures } from './DynamicsFigures.tsx'
import { dynamicsStrings } from './dynamics.strings.ts'
import styles from './FindingsPanel.module.css'
import { PeakLevel } from './PeakLevel.tsx'
import { findingWords, placeTime, placeTraits, sortFindings } from './finding-words.ts'
import { findingStrings } from './findings.strings.ts'
import { loudnessWords, noFindingsWords } from './loudness-words.ts'

interface FindingPlacesProps {
  readonly finding: Finding
  readonly onHear: (at: Seconds) => void
}

const shownAtOnce = 4

/** Every position of a finding as a button that plays it; the first few, the others on demand. */
function FindingPlaces({ finding, onHear }: FindingPlacesProps) {
  const [unfolded, setUnfolded] = useState(false)
  const places = finding.places ?? []
  const shown = unfolded ? places : places.slice(0, shownAtOnce)
  const all = finding.kind === 'true-peak-over' ? (finding.count ?? 0) : 0
  return (
    <ul className={styles.places}>
      {shown.map((place) => (
        <li key={`${place.at}-${place.channel}`}>
          <button
            type="button"
            className={styles.place}
            onPointerEnter={listening.prepare}
            onClick={() => onHear(place.at)}
          >
            <VisuallyHidden>{findingStrings.hear}</VisuallyHidden>{' '}
            <span className={styles.time}>{placeTime(place)}</span>
            {placeTraits(finding, place).map((trait) => (
              <Fragment key={trait}>
                {' '}
                <span className={styles.trait}>{trait}</span>
              </Fragment>
            ))}
          </button>
        </li>
      ))}
      {shown.length < places.length && (
        <li>
          <Button size="small" tone="quiet" onClick={() => setUnfolded(true)}>
            {text(findingStrings.morePlaces, { count: places.length - shown.length })}
          </Button>
        </li>
      )}
      {unfolded && all > places.length && (
        <li className={styles.rest}>{text(findingStrings.worstPlaces, { shown: places.length, count: all })}</li>
      )}
    </ul>
  )
}

/** Playback starts this long before a finding. */
const leadSeconds = 1

const icons: Readonly<Record<Finding['severity'], LucideIcon>> = {
  problem: CircleAlert,
  warning: TriangleAlert,
  notice: Info,
}

/** The findings, each playable at its position, and the measured figures. */
export function FindingsPanel({
  version,
  heard,
  track,
  onCorrect,
}: {
  readonly version: TrackVersion | undefined
  readonly heard: Heard | undefined
  readonly track: Track
  /** For people who may correct tempo and key. */
  readonly onCorrect: (() => void) | undefined
}) {
  if (!version?.report) return null
  const findings = sortFindings(version.report.findings)
  return (
    <div className={styles.panel}>
      <ul className={styles.list}>
        {findings.length === 0 && (
          <li className={styles.finding}>
            <Icon of={CircleCheck} className={styles.fine} />
            <span>{noFindingsWords(version.report.loudness)}</span>
          </li>
        )}
        {findings.map((finding) => (
          <li key={`${finding.kind}-${finding.at}-${finding.channel}`} className={styles.finding}>
            <Icon of={icons[finding.severity]} className={styles[finding.severity]} />
            <span className={styles.words}>{findingWords(finding)}</span>
            {heard && finding.at !== null && <HearIt heard={heard} at={finding.at} />}
            {heard && (finding.places?.length ?? 0) > 1 && (
              <FindingPlaces finding={finding} onHear={(at) => hear(heard, at)} />
            )}
          </li>
        ))}
      </ul>
      {version.outdated && (
        <p className={styles.outdated}>
          {track.currentVersionId === version.id ? trackStrings.outdatedCurrent : trackStrings.outdated}
        </p>
      )}
      <Figures report={version.report} version={version} heard={heard} track={track} onCorrect={onCorrect} />
    </div>
  )
}

function HearIt({ heard, at }: { readonly heard: Heard; readonly at: Seconds }) {
  return (
    <Button
      size="small"
      tone="quiet"
      className={styles.hear}
      onPointerEnter={listening.prepare}
      onClick={() => hear(heard, at)}
    >
      {trackStrings.hearIt}
    </Button>
  )
}

function hear(heard: Heard, at: Seconds): void {
  listening.hear(heard, { at: Math.max(0, at - leadSeconds) })
}

function Figures({
  report,
  version,
  heard,
  track,
  onCorrect,
}: {
  readonly report: AnalysisReport
  readonly version: TrackVersion
  readonly heard: Heard | undefined
  readonly track: Track
  readonly onCorrect: (() => void) | undefined
}) {
  const { format, loudness } = report
  const music = (figure: MusicFigure | undefined) =>
    figure ? (
      <MusicFigureText figure={figure} onCorrect={onCorrect} />
    ) : onCorrect ? (
      <MusicFigureText figure={{ shown: '–', measured: null }} onCorrect={onCorrect} />
    ) : (
      '–'
    )
  const figures = [
    [trackStrings.factLoudness, loudnessWords(loudness)],
    [trackStrings.factShort, loudness.notMeasured ? '–' : formatLufs(loudness.shortTermMax)],
    [trackStrings.factMomentary, loudness.notMeasured ? '–' : formatLufs(loudness.momentaryMax)],
    [trackStrings.factRange, loudness.range === null ? '–' : `${formatLevel(loudness.range)} LU`],
    [
      trackStrings.factPeak,
      loudness.notMeasured ? (
        '–'
      ) : (
        <>
          <PeakLevel key="peak" peak={loudness.truePeak} /> dBTP
        </>
      ),
    ],
    [trackStrings.factSamplePeak, `${formatLevel(loudness.samplePeak)} dBFS`],
  ] as const
  const ofFile = [
    [musicStrings.factTempo, music(tempoFigure(track, report))],
    [musicStrings.factKey, music(keyFigure(track, report))],
    [
      trackStrings.factFormat,
      `${format.container} ${qualityOf(format)}${format.bitrateKbps === null ? '' : ` · ${format.bitrateKbps} kb/s`}`,
    ],
    [trackStrings.factLength, formatPosition(format.durationSeconds)],
    [trackStrings.factSize, formatBytes(version.sizeBytes)],
  ] as const
  return (
    <section aria-label={trackStrings.facts}>
      <h2 className={styles.heading}>{trackStrings.facts}</h2>
      <dl className={styles.figures}>
        {figures.map(([name, value]) => (
          <Figure key={name} name={name} value={value} />
        ))}
        {heard && (
          <DynamicsFigures
            report={report}
            url={versionUrls(heard.projectId, version).energy}
            onHear={(at) => listening.hear(heard, { at })}
          />
        )}
        {ofFile.map(([name, value]) => (
          <Figure key={name} name={name} value={value} />
        ))}
      </dl>
      {loudness.crest === undefined && <p className={styles.again}>{dynamicsStrings.again}</p>}
    </section>
  )
}

function Figure({ name, value }: { readonly name: string; readonly value: ReactNode }) {
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
