import { text } from '#web/i18n/text.ts'
import type { KeyCommand } from '#web/ui/keys/known-keys.ts'
import type { PageKey } from '#web/ui/keys/page-keys.ts'
import { usePageKeys } from '#web/ui/keys/use-page-keys.ts'
import { compareStrings } from '../compare.strings.ts'
import type { Deck } from './deck.ts'
import type { DeckState } from './deck-state.ts'
import { letters } from './deck-entry.ts'

interface DeckKeys {
  readonly onBlind: () => void
  readonly onClose: () => void
}

const { keys: words } = compareStrings
const { group } = words

/** Keys of a comparison. */
export const deckCommands = {
  listen: letters.map((letter, index): KeyCommand => ({
    keys: [String(index + 1)],
    label: text(words.listen, { letter }),
    group,
  })),
  flip: { keys: ['`'], label: words.flip, group },
  match: { keys: ['='], label: words.match, group },
  difference: { keys: ['D'], label: words.difference, group },
  blind: { keys: ['B'], label: words.blind, group },
} as const satisfies Readonly<Record<string, KeyCommand | readonly KeyCommand[]>>

/** Binds the keys of a comparison, unless a blind test has its own. */
export function useDeckKeys(
  deck: Deck,
  { voices, isMatched, isDifference, isVeiled }: DeckState,
  { onBlind, onClose }: DeckKeys,
): void {
  const { listen, flip, match, difference, blind } = deckCommands
  const keys: readonly PageKey[] = [
    ...listen.slice(0, voices.length).map((command, index) => ({ ...command, run: () => deck.listenTo(index) })),
    { ...flip, run: () => deck.flip() },
    { ...match, run: () => deck.setMatched(!isMatched) },
    { ...difference, run: () => deck.setDifference(!isDifference) },
    { ...blind, run: onBlind },
    { keys: ['Escape'], label: words.close, group, run: onClose },
  ]
  usePageKeys(isVeiled ? [] : keys)
}
