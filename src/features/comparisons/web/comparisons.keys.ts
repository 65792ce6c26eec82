import type { ListedKey } from '#web/extension/define-web.ts'
import { deckCommands } from './use-deck-keys.ts'

export default Object.values(deckCommands).flat() satisfies readonly ListedKey[]
