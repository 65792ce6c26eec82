import { builtInKey, BUILT_IN_KEYS, type KeyMap } from '#web/ui/keys/key-map.ts'
import type { KeyCommand } from '#web/ui/keys/known-keys.ts'
import { comboOf, type PageKey } from '#web/ui/keys/page-keys.ts'
import { inboxStrings } from './inbox-page.strings.ts'

const { keys: words, group } = inboxStrings
const ofItem = (key: string, label: string): KeyCommand => ({ keys: [key], place: 'inbox', label, group })

/** Keys on a focused line, besides arrows. */
export const inboxKeys: readonly KeyCommand[] = [
  ofItem('J', words.next),
  ofItem('K', words.previous),
  ofItem('Enter', words.open),
  ofItem('E', words.toggle),
]

export type InboxKeyAction = 'next' | 'previous' | 'open' | 'toggle'

const actions: Readonly<Record<string, InboxKeyAction>> = { J: 'next', K: 'previous', Enter: 'open', E: 'toggle' }

/** What a key does on a focused line; undefined if it is not handled. */
export function inboxKeyAction(
  press: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>,
  map: KeyMap = BUILT_IN_KEYS,
): InboxKeyAction | undefined {
  const combo = comboOf(press)
  if (combo === 'ArrowDown') return 'next'
  if (combo === 'ArrowUp') return 'previous'
  return combo === undefined ? undefined : actions[builtInKey(map, inboxKeys, combo) ?? '']
}

/** Moves the focus from the page into the list. */
export const intoInbox: PageKey = {
  keys: ['ArrowDown', 'ArrowUp'],
  label: words.enter,
  group,
  run: () => document.querySelector<HTMLElement>('[data-notice]')?.focus(),
}
