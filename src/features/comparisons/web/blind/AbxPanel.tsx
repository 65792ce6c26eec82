import { useEffect, useState } from 'react'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Kbd } from '#web/ui/keys/Kbd.tsx'
import { usePageKeys } from '#web/ui/keys/use-page-keys.ts'
import { answerAbx, startAbx, type AbxSide, type AbxTest } from './abx.ts'
import { blindStrings as strings } from './blind.strings.ts'
import { BlindLetters } from './BlindLetters.tsx'
import type { Deck } from '../deck/deck.ts'
import styles from './BlindTest.module.css'

interface AbxPanelProps {
  readonly deck: Deck
  /** Indexes of A and B in the deck. */
  readonly pair: readonly number[]
  readonly onFinish: (test: AbxTest) => void
  readonly onStop: () => void
}

const names = ['A', 'B', 'X'] as const

/** An ABX test. The score shows only at the end, so that nobody stops when it looks good. */
export function AbxPanel({ deck, pair, onFinish, onStop }: AbxPanelProps) {
  const [test, setTest] = useState(() => startAbx())
  const [heard, setHeard] = useState(0)
  const [a = 0, b = 1] = pair
  const { hidden, trials } = test
  useEffect(() => deck.listenTo(a), [deck, a])
  const listen = (index: number) => {
    setHeard(index)
    const side = index === 2 ? hidden : index === 0 ? 'a' : 'b'
    deck.listenTo(side === 'a' ? a : b)
  }
  const answer = (side: AbxSide) => {
    setTest(answerAbx(test, side))
    // Do not start with X: a change of sound at this moment would reveal something.
    setHeard(0)
    deck.listenTo(a)
  }
  const { keys } = strings
  const { group } = keys
  // The keys A and B mean something else here than in the deck.
  const place = 'blind'
  usePageKeys([
    ...names.map((name, index) => ({
      keys: [String(index + 1)],
      label: text(strings.listenTo, { letter: name }),
      group,
      run: () => listen(index),
    })),
    { keys: ['A'], place, label: keys.isA, group, run: () => answer('a') },
    { keys: ['B'], place, label: keys.isB, group, run: () => answer('b') },
    { keys: ['Escape'], label: keys.stop, group, run: onStop },
  ])
  return (
    <section className={styles.panel} aria-label={strings.title}>
      <BlindLetters names={names} chosen={heard} onChoose={listen} />
      <div className={styles.answers}>
        <Button size="large" onClick={() => answer('a')}>
          {text(strings.xIs, { letter: 'A' })}
          <span aria-hidden>
            <Kbd>A</Kbd>
          </span>
        </Button>
        <Button size="large" onClick={() => answer('b')}>
          {text(strings.xIs, { letter: 'B' })}
          <span aria-hidden>
            <Kbd>B</Kbd>
          </span>
        </Button>
      </div>
      <output className={styles.words}>
        {trials.length === 0 ? text(strings.trials, { count: 0 }) : text(strings.recorded, { count: trials.length })}
      </output>
      <div className={styles.actions}>
        <Button tone="quiet" onClick={onStop}>
          {strings.stop}
        </Button>
        <Button disabled={trials.length === 0} onClick={() => onFinish(test)}>
          {strings.finish}
        </Button>
      </div>
    </section>
  )
}
