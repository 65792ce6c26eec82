import { playerStrings } from '#features/tracks/web/player/player.strings.ts'
import type { ListedKey } from '#web/extension/define-web.ts'
import { noteStrings } from './notes.strings.ts'

const { keys: words } = noteStrings
const page = (key: string, label: string): ListedKey => ({ keys: [key], label, group: playerStrings.groups.page })

export const noteKeyList: readonly ListedKey[] = [
  page('H', words.talk),
  page('N', words.next),
  page('P', words.previous),
  page('X', words.fix),
  page('Shift+X', words.verify),
  page('T', words.task),
]
