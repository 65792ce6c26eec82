import { useEffect, useRef } from 'react'
import { formatDecibels } from '#web/i18n/format-level.ts'
import { text } from '#web/i18n/text.ts'
import { announce } from '#web/ui/overlay/announce.ts'
import { compareStrings as strings } from '../compare.strings.ts'
import { letters } from './deck-entry.ts'
import type { DeckState } from './deck-state.ts'
import { shortName } from './deck-words.ts'

/** What a screen reader says of a deck: which source, and what matching does to it. */
export function spokenDeck({ voices, audible, other, isDifference, isMatched, gains }: DeckState): string {
  const [heard, against] = [voices[audible], voices[other]]
  if (!heard) return ''
  const [first] = voices
  if (isDifference && first && against)
    return text(strings.spokenDifference, { one: shortName(first), other: shortName(against) })
  const gain = gains[audible] ?? 0
  const level = isMatched
    ? gain === 0
      ? strings.spokenMatched
      : text(strings.spokenMatchedBy, { gain: formatDecibels(gain) })
    : strings.spokenUnmatched
  return text(strings.spoken, { letter: letters[audible] ?? '', name: shortName(heard), level })
}

/** The keys of a deck change what is heard, and nothing that has the focus. */
export function useDeckSpoken(state: DeckState): void {
  const { audible, isDifference, isMatched, isVeiled } = state
  const choice = `${audible} ${isDifference} ${isMatched}`
  const said = useRef(choice)
  const words = spokenDeck(state)
  useEffect(() => {
    if (said.current === choice) return
    said.current = choice
    // A blind test must not be told.
    if (!isVeiled && words !== '') announce(words)
  }, [choice, isVeiled, words])
}
