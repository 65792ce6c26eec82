import { lazy, Suspense, useState } from 'react'
import { playerStrings } from '#features/tracks/web/player.strings.ts'
import { useListening } from '#web/player/use-listening.ts'
import { useKeyListener, usePageKeys } from '#web/ui/use-page-keys.ts'

const PlayerBar = lazy(async () => ({ default: (await import('#features/tracks/web/PlayerBar.tsx')).PlayerBar }))
const KeysDialog = lazy(() => import('#web/ui/KeysDialog.tsx'))

/** The player bar and the keys, with nobody's settings. */
export function GuestPlayer() {
  const { heard } = useListening()
  const [helping, setHelping] = useState(false)
  useKeyListener()
  usePageKeys([{ keys: ['?'], label: playerStrings.keys.help, group: playerStrings.groups.help, run: () => setHelping(true) }])
  return (
    <>
      {heard && <Suspense><PlayerBar /></Suspense>}
      {helping && <Suspense><KeysDialog onClose={() => setHelping(false)} /></Suspense>}
    </>
  )
}
