import { use, useSyncExternalStore } from 'react'
import { KeysSection } from '#features/account/web/settings/KeysSection.tsx'
import { knownCommands } from '#web/ui/keys/known-keys.ts'
import { boundKeys, watchKeys } from '#web/ui/keys/page-keys.ts'
import { keyCatalogue } from '../frame/key-catalogue.ts'

export default function KeysPart() {
  const bound = useSyncExternalStore(watchKeys, boundKeys).flat()
  return <KeysSection commands={knownCommands(use(keyCatalogue()), bound)} />
}
