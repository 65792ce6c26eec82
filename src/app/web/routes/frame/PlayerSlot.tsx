import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { settingsQuery } from '#features/account/web/account.client.ts'
import { searchStrings } from '#features/search/web/search.strings.ts'
import { playerStrings } from '#features/tracks/web/player/player.strings.ts'
import { loadWith } from '#web/extension/extension-point.ts'
import { palettePoint } from '#web/palette/palette-point.ts'
import { listening } from '#web/player/listening.ts'
import { useListening } from '#web/player/use-listening.ts'
import { useTogether } from '#web/together/use-together.ts'
import { lazyDialog, lazyPart } from '#web/ui/page/lazy-part.tsx'
import { setKeyMap } from '#web/ui/keys/page-keys.ts'
import { idleBarQuery, useMedia } from '#web/ui/use-media.ts'
import { usePageKeys } from '#web/ui/keys/use-page-keys.ts'
import { fetchWhenIdle } from '#web/ui/page/when-idle.ts'
import { goCommands } from './go-keys.ts'
import { openPalette, paletteKeys } from './palette-store.ts'

const PlayerBar = lazyPart(async () => ({
  default: (await import('#features/tracks/web/player/PlayerBar.tsx')).PlayerBar,
}))
const TogetherBar = lazyPart(() => import('#web/together/TogetherBar.tsx'))
const loadKeys = () => import('#web/ui/keys/KeysDialog.tsx')
const KeysDialog = lazyDialog(loadKeys)
const loadAllKeys = async () => (await import('./key-catalogue.ts')).keyCatalogue()
const loadPalette = () => loadWith(import('./PaletteSlot.tsx'), [palettePoint])

/**
 * The player bar (on a phone and in a low window only once something is loaded), and the keys of every page: help and
 * palette.
 */
export default function PlayerSlot() {
  const { heard } = useListening()
  const hasIdleBar = useMedia(idleBarQuery)
  const { together, state } = useTogether()
  const router = useRouter()
  const [helping, setHelping] = useState(false)
  const { data: settings } = useQuery(settingsQuery)
  useEffect(() => {
    if (!settings) return
    setKeyMap(settings.keys)
    listening.setQuality(settings.playback.quality)
  }, [settings])
  useEffect(() => fetchWhenIdle(loadKeys, loadPalette), [])
  usePageKeys([
    ...goCommands.map(({ href, ...command }) => ({ ...command, run: () => void router.navigate({ href }) })),
    { keys: ['/'], label: searchStrings.title, group: playerStrings.groups.help, run: openPalette },
    { keys: [paletteKeys.combo], label: searchStrings.title, group: playerStrings.groups.help },
    { keys: ['?'], label: playerStrings.keys.help, group: playerStrings.groups.help, run: () => setHelping(true) },
  ])
  return (
    <>
      {together && state && <TogetherBar together={together} state={state} />}
      {(heard || hasIdleBar) && <PlayerBar />}
      {helping && <KeysDialog loadAll={loadAllKeys} onClose={() => setHelping(false)} />}
    </>
  )
}
