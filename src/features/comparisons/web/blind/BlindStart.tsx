import { Copy } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { SegmentedControl } from '#web/ui/form/SegmentedControl.tsx'
import { Select } from '#web/ui/form/Select.tsx'
import { focusAtOnce } from '#web/ui/keys/focus-at-once.ts'
import { usePageKeys } from '#web/ui/keys/use-page-keys.ts'
import styles from './BlindTest.module.css'
import { fewestTrials } from './abx.ts'
import { blindResults, copyResult } from './blind-results.ts'
import { blindStrings as strings } from './blind.strings.ts'
import { letters } from '../deck/deck-entry.ts'
import { titleOf } from '../deck/deck-words.ts'
import type { DeckState } from '../deck/deck-state.ts'

export interface BlindPlan {
  readonly kind: 'abx' | 'preference'
  /** Indexes in the deck; the order does not matter. */
  readonly voices: readonly number[]
}

interface BlindStartProps {
  readonly state: DeckState
  readonly onStart: (plan: BlindPlan) => void
  readonly onCancel: () => void
}

/** Chooses the test and its versions. */
export function BlindStart({ state: { voices, other }, onStart, onCancel }: BlindStartProps) {
  const here = voices.flatMap((voice, index) =>
    voice.playable ? [{ value: String(index), label: `${letters[index] ?? ''}: ${titleOf(voice)}` }] : [],
  )
  const [kind, setKind] = useState<BlindPlan['kind']>('abx')
  const [one, setOne] = useState(here[0]?.value ?? '0')
  const [two, setTwo] = useState(here.find(({ value }) => value === String(other))?.value ?? here[1]?.value ?? '1')
  const chooseOne = (value: string) => {
    setOne(value)
    if (value === two) setTwo(one)
  }
  const chooseTwo = (value: string) => {
    setTwo(value)
    if (value === one) setOne(two)
  }
  usePageKeys([{ keys: ['Escape'], label: strings.keys.stop, group: strings.keys.group, run: onCancel }])
  const start = () =>
    onStart({ kind, voices: kind === 'abx' ? [Number(one), Number(two)] : here.map(({ value }) => Number(value)) })
  return (
    <section className={styles.panel} aria-label={strings.title}>
      <h2 className={styles.title}>{strings.title}</h2>
      <p className={styles.words}>{strings.intro}</p>
      <SegmentedControl<BlindPlan['kind']>
        label={strings.way}
        value={kind}
        onValueChange={setKind}
        segments={[
          { value: 'abx', label: strings.ways.abx },
          { value: 'preference', label: strings.ways.preference },
        ]}
      />
      <p className={styles.words}>
        {kind === 'abx' ? text(strings.abxIntro, { fewest: fewestTrials }) : strings.preferenceIntro}
      </p>
      {kind === 'abx' && here.length > 2 && (
        <div className={styles.pair}>
          <Select label={strings.between} options={here} value={one} onValueChange={chooseOne} />
          <Select label={strings.and} options={here} value={two} onValueChange={chooseTwo} />
        </div>
      )}
      <div className={styles.actions}>
        <Button tone="quiet" onClick={onCancel}>
          {strings.cancel}
        </Button>
        <Button ref={focusAtOnce} tone="primary" onClick={start}>
          {strings.start}
        </Button>
      </div>
      <BlindEarlier />
    </section>
  )
}

/** Results of earlier tests in this tab. */
function BlindEarlier() {
  const results = useSyncExternalStore(blindResults.watch, blindResults.get)
  if (results.length === 0) return null
  return (
    <details className={styles.earlier}>
      <summary>{strings.earlier}</summary>
      <ol>
        {results.map((result) => (
          <li key={result}>
            <pre className={styles.report}>{result}</pre>
          </li>
        ))}
      </ol>
      <Button size="small" icon={Copy} onClick={() => void copyResult(results.join('\n\n'))}>
        {strings.copyAll}
      </Button>
    </details>
  )
}
