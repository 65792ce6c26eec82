import { useEffect, useState } from 'react'
import { playerStrings } from '#features/tracks/web/player.strings.ts'
import { useListening } from '#web/player/use-listening.ts'
import { lazyDialog, lazyPart } from '#web/ui/lazy-part.tsx'
import { useKeyListener, usePageKeys } from '#web/ui/use-page-keys.ts'
import { fetchWhenIdle } from '#web/ui/when-idle.ts'

const PlayerBar = lazyPart(async () => ({ default: (await import('#features/tracks/web/PlayerBar.tsx')).PlayerBar }))
const loadKeys = () => import('#web/ui/KeysDialog.tsx')
const KeysDialog = lazyDialog(loadKeys)

/** The player bar and the keys, with nobody's settings. */
export function GuestPlayer() {
  const { heard } = useListening()
  const [helping, setHelping] = useState(false)
  useEffect(() => fetchWhenIdle(loadKeys), [])
  useKeyListener()
  usePageKeys([
    { keys: ['?'], label: playerStrings.keys.help, group: playerStrings.groups.help, run: () => setHelping(true) },
  ])
  return (
    <>
      {heard && <PlayerBar />}
      {helping && <KeysDialog onClose={() => setHelping(false)} />}
    </>
  )
}
