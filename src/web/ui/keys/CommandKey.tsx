import { useSyncExternalStore } from 'react'
import { Kbd } from './Kbd.tsx'
import { shownKeys } from './key-words.ts'
import { presentKeyMap, watchKeys } from './page-keys.ts'

/** The key this person has for the command that is built in as `named`; nothing where it has none. */
export function CommandKey({ named }: { readonly named: string }) {
  const map = useSyncExternalStore(watchKeys, presentKeyMap)
  const shown = shownKeys(named, map)
  return shown === undefined ? null : <Kbd>{shown}</Kbd>
}
