import { CircleSlash, Ellipsis, FileAudio, TriangleAlert, Volume2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { RenditionTrouble } from '#features/renditions/renditions.contract.ts'
import type { Decibels, Frames, Hertz, Seconds } from '#shared/units.ts'
import { formatDecibels, formatLufs, formatSampleRate, formatTruePeak } from '#web/i18n/format-level.ts'
import { formatPercent } from '#web/i18n/format-size.ts'
import { text } from '#web/i18n/text.ts'
import { useServerProgress } from '#web/live/progress-store.ts'
import { useListening } from '#web/player/use-listening.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Chip } from '#web/ui/mark/Chip.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { Progress } from '#web/ui/mark/Progress.tsx'
import { RelativeTime } from '#web/ui/mark/RelativeTime.tsx'
import { VersionBadge } from '#web/ui/mark/VersionBadge.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import type { FollowPlayhead } from '#web/waveform/Waveform.tsx'
import type { WaveViewport } from '#web/waveform/view/wave-viewport.ts'
import { compareStrings as strings } from '../compare.strings.ts'
import { resampledSubject } from '../comparisons.client.ts'
import { RowSeams } from './RowSeams.tsx'
import { RowWaves } from './RowWaves.tsx'
import type { DeckMap } from './deck-map.ts'
import type { RowSeam } from './row-seams.ts'
import { OffsetField } from './OffsetField.tsx'
import styles from './SourceRow.module.css'
import type { DeckVoice, FoundPlace } from './deck-entry.ts'
import { linesUpWords, offsetTime } from './deck-words.ts'
import type { VoiceTrouble } from './use-voices.ts'

interface LiveLevelProps {
  readonly place: number
  readonly gain: Decibels
  readonly playhead: FollowPlayhead
}

const lowest: Decibels = -60

/**
 * The present level of this source, also while another plays. Drawn outside React; the figures beside it are for screen
 * readers.
 */
function LiveLevel({ place, gain, playhead }: LiveLevelProps) {
  const bar = useRef<HTMLSpanElement>(null)
  const { player } = useListening()
  useEffect(() => {
    let shown = lowest
    return playhead(() => {
      const peak = player?.peaks()[place] ?? 0
      const level = peak > 0 ? 20 * Math.log10(peak) + gain : lowest
      // Fast attack and slow release, like level meters.
      shown = Math.max(level, shown - 0.6, lowest)
      bar.current?.style.setProperty('--share', String(Math.min(1, Math.max(0, 1 - shown / lowest))))
    })
  }, [gain, place, playhead, player])
  return (
    <span className={styles.meter} aria-hidden>
      <span ref={bar} className={styles.bar} />
    </span>
  )
}

interface SourceRowProps {
  readonly voice: DeckVoice
  readonly letter: string
  readonly isFirst: boolean
  readonly isHeard: boolean
  readonly gain: Decibels
  readonly offset: Frames
  /** The server's comparison with the first; undefined while unknown, and for the first itself. */
  readonly found: FoundPlace | undefined
  readonly foundOffset: Frames | undefined
  readonly rate: Hertz
  /** Index among the sources that play, from 0. */
  readonly place: number
  readonly trouble: VoiceTrouble | undefined
  /** From the first source to this one. */
  readonly map: DeckMap
  /** What only this one or only the first has. */
  readonly seams: readonly RowSeam[]
  /** It has nothing at the present place. */
  readonly isEmpty: boolean
  /** In the first source's time. */
  readonly viewport: WaveViewport
  /** In this source's own time. */
  readonly playhead: FollowPlayhead
  readonly entries: readonly MenuEntry[]
  readonly onListen: () => void
  /** In this source's own time. */
  readonly onSeek: (own: Seconds) => void
  readonly onSeam: (seam: RowSeam) => void
  readonly onOffset: (offset: Frames | undefined) => void
}

/** One source: its name, its wave on the common time axis, and its levels. */
export function SourceRow(props: SourceRowProps) {
  const { voice, letter, isHeard, trouble, rate } = props
  const { heard } = voice
  return (
    <section
      className={classNames(styles.row, isHeard && styles.heard)}
      aria-label={text(strings.row, { letter, title: `${heard.trackTitle} v${heard.versionNumber}` })}
    >
      <RowFacts {...props} />
      {trouble ? <VoiceNotice trouble={trouble} versionId={heard.versionId} rate={rate} /> : <RowWave {...props} />}
      <RowLevels {...props} />
    </section>
  )
}

function RowFacts({ voice, letter, isHeard, isEmpty, found, rate, entries, onListen }: SourceRowProps) {
  const { heard, isReference, words: said, by, createdAt, resampledFrom, playable } = voice
  return (
    <div className={styles.facts}>
      <button
        type="button"
        className={styles.letter}
        tabIndex={-1}
        disabled={!playable}
        aria-label={text(strings.listenTo, { letter })}
        onClick={onListen}
      >
        {letter}
      </button>
      <div className={styles.words}>
        <span className={styles.head}>
          <VersionBadge number={heard.versionNumber} current={isHeard} />
          {isHeard && (
            <span className={styles.listening}>
              <Icon of={Volume2} size={14} />
              {strings.listening}
            </span>
          )}
          {isEmpty && <Chip icon={CircleSlash}>{strings.nothingHere}</Chip>}
          <span className={styles.menu}>
            <Menu entries={entries} align="end">
              <IconButton icon={Ellipsis} size="small" label={text(strings.rowMenu, { letter })} />
            </Menu>
          </span>
        </span>
        <span className={styles.title} title={said}>
          {isReference ? heard.trackTitle : said}
        </span>
        <span className={styles.by}>
          {by}, <RelativeTime at={createdAt} />
        </span>
        <span className={styles.format}>
          {resampledFrom === undefined ? (
            <Chip tone="outline" icon={FileAudio}>
              {text(strings.original, { quality: heard.quality })}
            </Chip>
          ) : (
            <span
              title={text(strings.resampledHint, {
                from: formatSampleRate(resampledFrom),
                to: formatSampleRate(rate),
                letter: 'A',
              })}
            >
              <Chip tone="amber" icon={TriangleAlert}>
                {text(strings.resampledFrom, { from: formatSampleRate(resampledFrom) })}
              </Chip>
            </span>
          )}
          {found && <LinesUp linesUp={found.linesUp} />}
        </span>
      </div>
    </div>
  )
}

/** One offset does not fit all of it: warn that sound next to an edit is not the same place. */
function LinesUp({ linesUp }: Pick<FoundPlace, 'linesUp'>) {
  const said = linesUpWords(linesUp)
  return (
    said && (
      <span title={said.hint}>
        <Chip tone="amber" icon={TriangleAlert}>
          {said.label}
        </Chip>
      </span>
    )
  )
}

function RowWave({ voice, letter, map, seams, viewport, playhead, onSeek, onSeam }: SourceRowProps) {
  return (
    <div className={styles.wave}>
      <RowWaves voice={voice} letter={letter} map={map} viewport={viewport} playhead={playhead} onSeek={onSeek} />
      <RowSeams seams={seams} viewport={viewport} onListen={onSeam} />
    </div>
  )
}

function RowLevels({
  voice,
  letter,
  isFirst,
  gain,
  offset,
  foundOffset,
  rate,
  place,
  playhead,
  onOffset,
}: SourceRowProps) {
  return (
    <dl className={styles.levels}>
      <dt>{strings.loudness}</dt>
      <dd>
        {voice.isNotMeasured ? (
          <span title={strings.notMeasuredHint}>{strings.notMeasured}</span>
        ) : (
          formatLufs(voice.loudness)
        )}
      </dd>
      <dt>{strings.truePeak}</dt>
      <dd>{voice.isNotMeasured ? '–' : formatTruePeak(voice.truePeak)}</dd>
      <dt>{strings.gain}</dt>
      <dd className={gain === 0 ? undefined : styles.gain}>{formatDecibels(gain)}</dd>
      <dt>{strings.offset}</dt>
      <dd>{offsetTime(offset, rate)}</dd>
      {!isFirst && (
        <dd className={styles.offset}>
          <OffsetField letter={letter} offset={offset} found={foundOffset} onOffset={onOffset} />
        </dd>
      )}
      <dd className={styles.live}>
        <LiveLevel place={place} gain={gain} playhead={playhead} />
      </dd>
    </dl>
  )
}

/** Replaces the waveform: why a source cannot play yet, or at all. */
function VoiceNotice({
  trouble: { rendition, failed, retry },
  versionId,
  rate,
}: {
  readonly trouble: VoiceTrouble
  readonly versionId: string
  readonly rate: Hertz
}) {
  const made = useServerProgress(resampledSubject(versionId, rate))
  const to = formatSampleRate(rate)
  if (rendition?.state === 'impossible')
    return (
      <div className={styles.notice} role="status">
        {troubleWords(rendition.trouble)}
      </div>
    )
  if (failed || rendition?.state === 'failed')
    return (
      <div className={styles.notice} role="alert">
        <span>{text(strings.resampleFailed, { to })}</span>
        <Button size="small" onClick={retry}>
          {strings.tryAgain}
        </Button>
      </div>
    )
  const share = rendition?.state === 'making' ? Math.max(rendition.fraction, made ?? 0) : null
  return (
    <div className={styles.notice}>
      <Progress share={share} label={text(strings.resampling, { to })} />
      <span>
        {share === null
          ? text(strings.resampling, { to })
          : text(strings.resamplingPercent, { to, percent: formatPercent(share) })}
      </span>
    </div>
  )
}

function troubleWords(trouble: RenditionTrouble | null): string {
  const { troubles } = strings
  return trouble === 'not-checked' || trouble === 'refused' || trouble === 'too-many-channels'
    ? troubles[trouble]
    : troubles.other
}
