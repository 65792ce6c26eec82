import { playerStrings } from '#features/tracks/web/player/player.strings.ts'
import { searchStrings } from '#features/search/web/search.strings.ts'
import type { ListedKey } from '#web/extension/define-web.ts'
import { togetherKey } from '#web/together/together-key.ts'
import type { KeyCommand } from '#web/ui/keys/known-keys.ts'
import { webFeatures } from '../../web-features.ts'
import { goCommands } from './go-keys.ts'

let listed: Promise<readonly KeyCommand[]> | undefined

/** The keys of all pages, for the settings screen, where those pages are not mounted. Cached. */
export function keyCatalogue(): Promise<readonly KeyCommand[]> {
  return (listed ??= listKeys())
}

async function listKeys(): Promise<readonly KeyCommand[]> {
  const lists = await Promise.all(
    webFeatures.map(async ({ keys }): Promise<readonly ListedKey[]> => (keys === 'nothing' ? [] : keys())),
  )
  const { groups, keys: words } = playerStrings
  const ofFeatures = lists.flat()
  return [
    ...ofFeatures.filter(({ isLate }) => !isLate),
    ...ofFeatures.filter(({ isLate }) => isLate),
    togetherKey,
    ...goCommands,
    { keys: ['/'], label: searchStrings.title, group: groups.help },
    { keys: ['?'], label: words.help, group: groups.help },
  ]
}
