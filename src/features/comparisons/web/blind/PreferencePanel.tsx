import { useEffect, useState } from 'react'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Kbd } from '#web/ui/keys/Kbd.tsx'
import { usePageKeys } from '#web/ui/keys/use-page-keys.ts'
import { blindStrings as strings } from './blind.strings.ts'
import { BlindLetters } from './BlindLetters.tsx'
import type { Deck } from '../deck/deck.ts'
import { letters } from '../deck/deck-entry.ts'
import styles from './BlindTest.module.css'

interface PreferencePanelProps {
  readonly deck: Deck
  /** Indexes in the deck behind the letters. */
  readonly order: readonly number[]
  readonly onFinish: (chosen: number | undefined) => void
  readonly onStop: () => void
}

/** Up to four letters in random order; the listener picks one. */
export function PreferencePanel({ deck, order, onFinish, onStop }: PreferencePanelProps) {
  const [heard, setHeard] = useState(0)
  const [first = 0] = order
  useEffect(() => deck.listenTo(first), [deck, first])
  const listen = (index: number) => {
    setHeard(index)
    deck.listenTo(order[index] ?? first)
  }
  const names = order.map((_, index) => letters[index] ?? '')
  const { keys } = strings
  const { group } = keys
  usePageKeys([
    ...names.map((name, index) => ({
      keys: [String(index + 1)],
      label: text(strings.listenTo, { letter: name }),
      group,
      run: () => listen(index),
    })),
    { keys: ['P'], place: 'blind', label: keys.prefer, group, run: () => onFinish(heard) },
    { keys: ['Escape'], label: keys.stop, group, run: onStop },
  ])
  return (
    <section className={styles.panel} aria-label={strings.title}>
      <BlindLetters names={names} chosen={heard} onChoose={listen} />
      <div className={styles.answers}>
        <Button size="large" onClick={() => onFinish(heard)}>
          {text(strings.prefer, { letter: names[heard] ?? '' })}
          <span aria-hidden>
            <Kbd>P</Kbd>
          </span>
        </Button>
        <Button size="large" tone="quiet" onClick={() => onFinish(undefined)}>
          {strings.noPreference}
        </Button>
      </div>
      <div className={styles.actions}>
        <Button tone="quiet" onClick={onStop}>
          {strings.stop}
        </Button>
      </div>
    </section>
  )
}
