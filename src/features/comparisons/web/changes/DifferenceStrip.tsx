import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, Diff, ListMusic } from 'lucide-react'
import { useMemo } from 'react'
import type { ComparisonResult } from '#audio/comparison-result.ts'
import { secondsLater } from '#audio/turned-comparison.ts'
import type { Seconds } from '#shared/units.ts'
import { formatSignedLevel } from '#web/i18n/format-level.ts'
import { formatPercent } from '#web/i18n/format-size.ts'
import { text } from '#web/i18n/text.ts'
import { useServerProgress } from '#web/live/progress-store.ts'
import { Button } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/mark/Chip.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import { Progress } from '#web/ui/mark/Progress.tsx'
import { TimeButton } from '#web/ui/TimeButton.tsx'
import type { WaveViewport } from '#web/waveform/view/wave-viewport.ts'
import type { FollowPlayhead } from '#web/waveform/Waveform.tsx'
import { aboutWords, comparisonLines, type ComparisonLine } from '../../comparison-words.ts'
import { mostAt } from './change-map-drawing.ts'
import { ChangeMap } from './ChangeMap.tsx'
import { ChangeMarks } from './ChangeMarks.tsx'
import { compareStrings as strings } from '../compare.strings.ts'
import { comparisonMapQuery } from '../comparisons.client.ts'
import type { AskedComparison } from './use-found-places.ts'
import type { DeckEntry } from '../deck/deck-entry.ts'
import { comparedNames } from '../deck/deck-words.ts'
import styles from './DifferenceStrip.module.css'

interface DifferenceStripProps {
  readonly projectId: string
  readonly asked: AskedComparison
  readonly first: DeckEntry
  /** The entry that the first is compared with, and its letter. */
  readonly other: DeckEntry
  readonly letter: string
  readonly isHeard: boolean
  readonly viewport: WaveViewport
  readonly playhead: FollowPlayhead
  readonly onSeek: (at: Seconds) => void
}

/**
 * The changes from the older to the newer version, as the server found them: where, in which bands, and as text. Times
 * are the first source's.
 */
export function DifferenceStrip({
  projectId,
  asked,
  first,
  other,
  letter,
  isHeard,
  viewport,
  playhead,
  onSeek,
}: DifferenceStripProps) {
  const { comparison } = asked
  const result = comparison?.result ?? undefined
  const { data: map } = useQuery({
    ...comparisonMapQuery(projectId, comparison?.id ?? ''),
    enabled: result !== undefined && !result.identicalAudio,
  })
  const names = comparison && comparedNames(first, other, comparison.versionA)
  const about = names && aboutWords(names)
  const clock = comparison?.versionA === first.heard.versionId ? 'a' : 'b'
  const later = result && clock === 'b' ? secondsLater(result) : 0
  const most = map && mostAt(map)
  const changes = useMemo(
    () =>
      (result?.changes ?? []).map((change) => ({
        ...change,
        from: Math.max(0, change.from + later),
        to: change.to + later,
      })),
    [result, later],
  )
  return (
    <section className={classNames(styles.strip, isHeard && styles.heard)} aria-label={strings.strip}>
      <div className={styles.facts}>
        <span className={styles.sign}>
          <Icon of={Diff} />
        </span>
        <div className={styles.words}>
          <span className={styles.title} title={about}>
            {about ?? strings.strip}
          </span>
          {result && names ? (
            <Found
              lines={comparisonLines(result, names, clock, comparison.known)}
              about={aboutWords(names)}
              onSeek={onSeek}
            />
          ) : (
            <Progressing asked={asked} />
          )}
        </div>
      </div>
      <div className={styles.wave}>
        <ChangeMap map={map} later={later} viewport={viewport} playhead={playhead} onSeek={onSeek} />
        {about !== undefined && <ChangeMarks changes={changes} about={about} viewport={viewport} onSeek={onSeek} />}
        {result?.identicalAudio && (
          <p className={styles.identical}>
            <Chip tone="verified" icon={BadgeCheck}>
              {strings.identical}
            </Chip>
            {strings.identicalWords}
          </p>
        )}
      </div>
      {result && (
        <Figures
          result={result}
          about={about ?? ''}
          letter={letter}
          mostAt={most === undefined ? undefined : Math.max(0, most + later)}
          onSeek={onSeek}
        />
      )}
    </section>
  )
}

interface FiguresProps {
  readonly result: ComparisonResult
  readonly about: string
  readonly letter: string
  /** Where they differ most. */
  readonly mostAt: Seconds | undefined
  readonly onSeek: (at: Seconds) => void
}

function Figures({ result: { gain, residual, identicalAudio }, about, letter, mostAt, onSeek }: FiguresProps) {
  return (
    <dl className={styles.figures}>
      {gain !== null && (
        <>
          <dt title={text(strings.levelHint, { about })}>{strings.levelOf}</dt>
          <dd>{formatSignedLevel(gain)} dB</dd>
        </>
      )}
      {residual !== null && !identicalAudio && (
        <>
          <dt title={text(strings.aMinusHint, { letter })}>{text(strings.aMinus, { letter })}</dt>
          <dd>{formatSignedLevel(residual)} dB</dd>
        </>
      )}
      {mostAt !== undefined && (
        <>
          <dt>{strings.mostAt}</dt>
          <dd>
            <TimeButton at={mostAt} onSelect={onSeek} />
          </dd>
        </>
      )}
    </dl>
  )
}

interface FoundProps {
  readonly lines: readonly ComparisonLine[]
  readonly about: string
  readonly onSeek: (at: Seconds) => void
}

/**
 * The overall and the biggest change in a sentence each, and all others as rows of a menu; rows with a position seek
 * there.
 */
function Found({ lines, about, onSeek }: FoundProps) {
  const [first, ...more] = lines
  const biggest = more.find(({ from }) => from !== null) ?? more[0]
  const whole = first?.text.slice(about.length + 2) ?? ''
  const said = [whole.charAt(0).toUpperCase() + whole.slice(1), ...(biggest ? [biggest.text] : [])].join('. ')
  const places = more.filter(({ from }) => from !== null).length
  const rows = more.map((line): MenuEntry =>
    line.from === null
      ? { kind: 'heading', label: line.text }
      : { kind: 'action', label: line.text, onSelect: () => onSeek(line.from ?? 0) },
  )
  return (
    <>
      <span className={styles.said} title={`${about}: ${said}`}>
        {said}
      </span>
      {more.length > 0 && (
        <span className={styles.more}>
          <Menu entries={[{ kind: 'heading', label: about }, ...rows]}>
            <Button size="small" tone="quiet" icon={ListMusic}>
              {places > 0 ? text(strings.changes, { count: places }) : strings.more}
            </Button>
          </Menu>
        </span>
      )}
    </>
  )
}

function Progressing({ asked: { comparison, failed, retry } }: { readonly asked: AskedComparison }) {
  const share = useServerProgress(comparison?.id ?? '')
  const hasFailed = failed || comparison?.state === 'failed'
  if (hasFailed) {
    return (
      <>
        <span className={styles.said} role="alert">
          {comparison?.error ? strings.errors[comparison.error] : strings.findFailed}
        </span>
        <span>
          <Button size="small" onClick={retry}>
            {strings.tryAgain}
          </Button>
        </span>
      </>
    )
  }
  return (
    <>
      <span className={styles.said}>
        {share === undefined ? strings.finding : text(strings.findingPercent, { percent: formatPercent(share) })}
      </span>
      <Progress share={share ?? null} label={strings.finding} />
    </>
  )
}
