import { Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatDateTime } from '#web/i18n/format-date.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { focusAtOnce } from '#web/ui/keys/focus-at-once.ts'
import { usePageKeys } from '#web/ui/keys/use-page-keys.ts'
import { letters } from '../deck/deck-entry.ts'
import { matchWords, titleOf } from '../deck/deck-words.ts'
import type { Deck } from '../deck/deck.ts'
import type { DeckState } from '../deck/deck-state.ts'
import type { LoudnessMatch } from '../deck/loudness-match.ts'
import { AbxPanel } from './AbxPanel.tsx'
import { type BlindPlan, BlindStart } from './BlindStart.tsx'
import styles from './BlindTest.module.css'
import { PreferencePanel } from './PreferencePanel.tsx'
import { type AbxTest, countRight } from './abx.ts'
import { blindResults, copyResult } from './blind-results.ts'
import { abxWords } from './blind-words.ts'
import { blindStrings as strings } from './blind.strings.ts'
import { shuffled } from './random-choice.ts'

interface BlindOutcome {
  readonly headline: string
  readonly lines: readonly string[]
  /** The whole result as text. */
  readonly report: string
}

interface BlindResultProps {
  readonly outcome: BlindOutcome
  readonly onAgain: () => void
  readonly onDone: () => void
}

/** The result, and which version was which. */
function BlindResult({ outcome: { headline, lines, report }, onAgain, onDone }: BlindResultProps) {
  usePageKeys([{ keys: ['Escape'], label: strings.done, group: strings.keys.group, run: onDone }])
  return (
    <section className={styles.panel} aria-label={strings.result}>
      <h2 className={styles.title} role="status">
        {headline}
      </h2>
      {lines.map((line) => (
        <p key={line} className={styles.words}>
          {line}
        </p>
      ))}
      <div className={styles.actions}>
        <Button tone="quiet" icon={Copy} onClick={() => void copyResult(report)}>
          {strings.copy}
        </Button>
        <Button onClick={onAgain}>{strings.again}</Button>
        <Button ref={focusAtOnce} tone="primary" onClick={onDone}>
          {strings.done}
        </Button>
      </div>
    </section>
  )
}

interface BlindTestProps {
  readonly deck: Deck
  readonly state: DeckState
  readonly onClose: () => void
}

type Stage =
  | { readonly kind: 'start' }
  | (BlindPlan & { readonly order: readonly number[] })
  | { readonly kind: 'result'; readonly outcome: BlindOutcome }

/** A blind test instead of the rows: meanwhile the page reveals nothing about what is playing. */
export default function BlindTest({ deck, state, onClose }: BlindTestProps) {
  const [stage, setStage] = useState<Stage>({ kind: 'start' })
  useEffect(() => {
    deck.setVeiled(true)
    return () => deck.setVeiled(false)
  }, [deck])
  const names = (order: readonly number[]) =>
    order.map((index) => {
      const voice = state.voices[index]
      return voice ? titleOf(voice) : ''
    })
  const finish = (outcome: Omit<BlindOutcome, 'report'>, report: string) => {
    blindResults.add(report)
    setStage({ kind: 'result', outcome: { ...outcome, report } })
  }
  const finishAbx = (order: readonly number[]) => (test: AbxTest) => {
    const [a = '', b = ''] = names(order)
    const { score, verdict } = abxWords(countRight(test), test.trials.length)
    const pair = text(strings.pair, { a, b })
    finish(
      { headline: score, lines: [...(verdict === undefined ? [] : [verdict]), pair] },
      text(strings.reportAbx, {
        ...reportHead(state.match),
        pair,
        score: verdict === undefined ? score : `${score} ${verdict}`,
      }),
    )
  }
  const finishPreference = (order: readonly number[]) => (chosen: number | undefined) => {
    const named = names(order)
    const choice = chosen === undefined ? strings.noneLiked : text(strings.preferred, { name: named[chosen] ?? '' })
    const revealed = named.map((name, index) => text(strings.wasLetter, { letter: letters[index] ?? '', name }))
    finish(
      { headline: choice, lines: [strings.onePreference, ...revealed] },
      text(strings.reportPreference, { ...reportHead(state.match), order: revealed.join('\n'), choice }),
    )
  }
  switch (stage.kind) {
    case 'start':
      return (
        <BlindStart
          state={state}
          onStart={(plan) => setStage({ ...plan, order: shuffled(plan.voices) })}
          onCancel={onClose}
        />
      )
    case 'abx':
      return (
        <AbxPanel
          key={stage.order.join()}
          deck={deck}
          pair={stage.order}
          onFinish={finishAbx(stage.order)}
          onStop={onClose}
        />
      )
    case 'preference':
      return (
        <PreferencePanel deck={deck} order={stage.order} onFinish={finishPreference(stage.order)} onStop={onClose} />
      )
    case 'result':
      return <BlindResult outcome={stage.outcome} onAgain={() => setStage({ kind: 'start' })} onDone={onClose} />
  }
}

function reportHead(match: LoudnessMatch): { readonly date: string; readonly matched: string } {
  return { date: formatDateTime(Date.now()), matched: matchWords(match) }
}
