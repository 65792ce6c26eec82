import { use, useSyncExternalStore } from 'react'
import { KeysSection } from '#features/account/web/KeysSection.tsx'
import { knownCommands } from '#web/ui/known-keys.ts'
import { boundKeys, watchKeys } from '#web/ui/page-keys.ts'
import { keyCatalogue } from './key-catalogue.ts'

export default function KeysPart() {
  const bound = useSyncExternalStore(watchKeys, boundKeys).flat()
  return <KeysSection commands={knownCommands(use(keyCatalogue()), bound)} />
}
