import { useSyncExternalStore } from 'react'
import { Kbd } from './Kbd.tsx'
import { shownKeys } from './key-words.ts'
import { presentKeyMap, watchKeys } from './page-keys.ts'

/** The user's key for the command whose built-in key is `named`; nothing if it has none. */
export function CommandKey({ named }: { readonly named: string }) {
  const map = useSyncExternalStore(watchKeys, presentKeyMap)
  const shown = shownKeys(named, map)
  return shown === undefined ? null : <Kbd>{shown}</Kbd>
}
