import { ArrowLeftRight, Diff, EyeOff } from 'lucide-react'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { CommandKey } from '#web/ui/keys/CommandKey.tsx'
import { Switch } from '#web/ui/form/Switch.tsx'
import { compareStrings as strings } from '../compare.strings.ts'
import type { Deck } from './deck.ts'
import type { DeckState } from './deck-state.ts'
import { letters } from './deck-entry.ts'
import { changesSpeed, mapBetween } from './deck-map.ts'
import { matchWords, missingWords, shortName } from './deck-words.ts'
import { hasMonoBesideOthers } from './loudness-match.ts'
import styles from './CompareControls.module.css'

interface CompareControlsProps {
  readonly deck: Deck
  readonly state: DeckState
  /** The sources that have nothing at the present place. */
  readonly empty: readonly number[]
  readonly onBlind: () => void
}

/** What is playing, how loud, and compared with what. */
export function CompareControls({ deck, state, empty, onBlind }: CompareControlsProps) {
  const { voices, audible, previous, other, isDifference, isMatched, isAtOtherSpeed, match, maps } = state
  const hasOtherSpeed = changesSpeed(maps[other] ?? [])
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
        disabled={!several || !voices[other]?.playable || hasOtherSpeed}
        title={hasOtherSpeed ? strings.noDifference : undefined}
        onClick={() => deck.setDifference(!isDifference)}
      >
        {strings.difference}
        <span className={styles.key} aria-hidden>
          <CommandKey named="D" />
        </span>
      </Button>
      <Button
        icon={EyeOff}
        disabled={!several || isAtOtherSpeed}
        title={isAtOtherSpeed ? strings.noBlind : undefined}
        onClick={onBlind}
      >
        {strings.blind}
        <span className={styles.key} aria-hidden>
          <CommandKey named="B" />
        </span>
      </Button>
      <MissingHere deck={deck} state={state} empty={empty} />
    </div>
  )
}

/** Says that the source that was asked for, or a difference, has nothing here. */
function MissingHere({ deck, state, empty }: Omit<CompareControlsProps, 'onBlind'>) {
  const { voices, missing, audible, other, isDifference, maps } = state
  const [asked, heard] = [missing === undefined ? undefined : voices[missing], voices[audible]]
  if (isDifference && empty.includes(other))
    return (
      <p className={styles.missing} role="status">
        {strings.nothingToCompare}
      </p>
    )
  if (missing === undefined || !asked || !heard) return null
  return (
    <div className={styles.missing}>
      <span role="status">{missingWords(asked, heard, mapBetween(maps, audible, missing))}</span>
      <Button size="small" onClick={() => deck.goToSeam(missing)}>
        {text(strings.goToSeam, { name: shortName(asked) })}
      </Button>
    </div>
  )
}
