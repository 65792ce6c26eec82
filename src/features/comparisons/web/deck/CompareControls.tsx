import { ArrowLeftRight, Diff, EyeOff } from 'lucide-react'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { CommandKey } from '#web/ui/keys/CommandKey.tsx'
import { Switch } from '#web/ui/form/Switch.tsx'
import { compareStrings as strings } from '../compare.strings.ts'
import type { Deck, DeckState } from './deck.ts'
import { letters } from './deck-entry.ts'
import { matchWords } from './deck-words.ts'
import { hasMonoBesideOthers } from './loudness-match.ts'
import styles from './CompareControls.module.css'

interface CompareControlsProps {
  readonly deck: Deck
  readonly state: DeckState
  readonly onBlind: () => void
}

/** What is playing, how loud, and compared with what. */
export function CompareControls({ deck, state, onBlind }: CompareControlsProps) {
  const { voices, audible, previous, other, isDifference, isMatched, match } = state
  const isMonoCounted =
    match.basis !== 'shared' && hasMonoBesideOthers(voices.map(({ heard }) => heard.playable.source))
  const several = voices.filter(({ playable }) => playable).length > 1
  return (
    <div className={styles.controls}>
      <span className={styles.letters} role="group" aria-label={strings.controls}>
        {voices.map(({ heard, playable }, index) => (
          <button
            key={heard.versionId}
            type="button"
            className={styles.letter}
            disabled={!playable}
            aria-pressed={index === audible && !isDifference}
            aria-label={text(strings.listenTo, { letter: letters[index] ?? '' })}
            onClick={() => deck.listenTo(index)}
          >
            {letters[index]}
          </button>
        ))}
      </span>
      {several && (
        <Button tone="quiet" icon={ArrowLeftRight} className={styles.flip} onClick={() => deck.flip()}>
          {text(strings.flip, { one: letters[audible] ?? '', other: letters[previous] ?? '' })}
          <span className={styles.key} aria-hidden>
            <CommandKey named="`" />
          </span>
        </Button>
      )}
      <span className={styles.line} aria-hidden />
      <Switch checked={isMatched} onCheckedChange={(checked) => deck.setMatched(checked)}>
        {strings.match}
      </Switch>
      <span className={styles.key} aria-hidden>
        <CommandKey named="=" />
      </span>
      <span className={styles.target} title={isMonoCounted ? strings.monoCounted : undefined}>
        {isMatched && matchWords(match, isMonoCounted)}
      </span>
      <span className={styles.gap} />
      <Button
        icon={Diff}
        aria-pressed={isDifference}
        className={styles.toggle}
        disabled={!several || !voices[other]?.playable}
        onClick={() => deck.setDifference(!isDifference)}
      >
        {strings.difference}
        <span className={styles.key} aria-hidden>
          <CommandKey named="D" />
        </span>
      </Button>
      <Button icon={EyeOff} disabled={!several} onClick={onBlind}>
        {strings.blind}
        <span className={styles.key} aria-hidden>
          <CommandKey named="B" />
        </span>
      </Button>
    </div>
  )
}
