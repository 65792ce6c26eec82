import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, Diff, ListMusic } from 'lucide-react'
import type { ComparisonResult } from '#audio/comparison-result.ts'
import type { Seconds } from '#shared/units.ts'
import { formatSignedLevel } from '#web/i18n/format-level.ts'
import { formatPercent } from '#web/i18n/format-size.ts'
import { text } from '#web/i18n/text.ts'
import { useServerProgress } from '#web/live/progress-store.ts'
import { Button } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import type { MenuEntry } from '#web/ui/menu-entries.ts'
import { Progress } from '#web/ui/Progress.tsx'
import { TimeButton } from '#web/ui/TimeButton.tsx'
import type { WaveViewport } from '#web/waveform/wave-viewport.ts'
import type { FollowPlayhead } from '#web/waveform/Waveform.tsx'
import { comparisonLines } from '../comparison-words.ts'
import { mostAt } from './change-map-drawing.ts'
import { ChangeMap } from './ChangeMap.tsx'
import { ChangeMarks } from './ChangeMarks.tsx'
import { compareStrings as words } from './compare.strings.ts'
import { comparisonMapQuery } from './comparisons.queries.ts'
import type { AskedComparison } from './use-found-places.ts'
import styles from './DifferenceStrip.module.css'

interface DifferenceStripProps {
  readonly projectId: string
  readonly asked: AskedComparison
  /** Of the one that the first is compared with. */
  readonly letter: string
  readonly isHeard: boolean
  readonly viewport: WaveViewport
  readonly playhead: FollowPlayhead
  readonly onSeek: (at: Seconds) => void
}

/** What changed from one to the other, as the server found it: where, in which bands, and in words. */
export function DifferenceStrip({ projectId, asked, letter, isHeard, viewport, playhead, onSeek }: DifferenceStripProps) {
  const { comparison } = asked
  const result = comparison?.result ?? undefined
  const { data: map } = useQuery({ ...comparisonMapQuery(projectId, comparison?.id ?? ''), enabled: result !== undefined && !result.identicalAudio })
  const most = map && mostAt(map)
  return (
    <section className={classNames(styles.strip, isHeard && styles.heard)} aria-label={words.strip}>
      <div className={styles.facts}>
        <span className={styles.sign}><Icon of={Diff} /></span>
        <div className={styles.words}>
          <span className={styles.title}>{text(words.aMinus, { letter })}</span>
          {result ? <Found result={result} onSeek={onSeek} /> : <Progressing asked={asked} />}
        </div>
      </div>
      <div className={styles.wave}>
        <ChangeMap map={map} viewport={viewport} playhead={playhead} onSeek={onSeek} />
        {result && <ChangeMarks changes={result.changes} viewport={viewport} onSeek={onSeek} />}
        {result?.identicalAudio && <p className={styles.identical}><Chip tone="verified" icon={BadgeCheck}>{words.identical}</Chip>{words.identicalWords}</p>}
      </div>
      {result && (
        <dl className={styles.figures}>
          {result.residual !== null && !result.identicalAudio && <><dt>{words.residual}</dt><dd>{formatSignedLevel(result.residual)} dB</dd></>}
          {most !== undefined && <><dt>{words.mostAt}</dt><dd><TimeButton at={most} onSelect={onSeek} /></dd></>}
          {result.gain !== null && <><dt>{text(words.levelOfB, { letter })}</dt><dd>{formatSignedLevel(result.gain)} dB</dd></>}
        </dl>
      )}
    </section>
  )
}

/** The whole in a sentence, and everything else as rows of a menu: those about a place lead there. */
function Found({ result, onSeek }: { readonly result: ComparisonResult, readonly onSeek: (at: Seconds) => void }) {
  const [first, ...more] = comparisonLines(result)
  const places = more.filter(({ from }) => from !== null).length
  const rows = more.map((line): MenuEntry => (line.from === null ? { kind: 'heading', label: line.text } : { kind: 'action', label: line.text, onSelect: () => onSeek(line.from ?? 0) }))
  return (
    <>
      <span className={styles.said} title={first?.text}>{first?.text}</span>
      {more.length > 0 && <span className={styles.more}><Menu entries={rows}><Button size="small" tone="quiet" icon={ListMusic}>{places > 0 ? text(words.changes, { count: places }) : words.more}</Button></Menu></span>}
    </>
  )
}

function Progressing({ asked: { comparison, failed, retry } }: { readonly asked: AskedComparison }) {
  const share = useServerProgress(comparison?.id ?? '')
  const hasFailed = failed || comparison?.state === 'failed'
  if (hasFailed) {
    return (
      <>
        <span className={styles.said} role="alert">{comparison?.error ? words.errors[comparison.error] : words.findFailed}</span>
        <span><Button size="small" onClick={retry}>{words.tryAgain}</Button></span>
      </>
    )
  }
  return (
    <>
      <span className={styles.said}>{share === undefined ? words.finding : text(words.findingPercent, { percent: formatPercent(share) })}</span>
      <Progress share={share ?? null} label={words.finding} />
    </>
  )
}
