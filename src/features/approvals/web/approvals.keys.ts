import { playerStrings } from '#features/tracks/web/player/player.strings.ts'
import type { ListedKey } from '#web/extension/define-web.ts'
import { approvalStrings } from './approvals.strings.ts'

const { keys: words } = approvalStrings
const group = playerStrings.groups.page

export const approvalKeyList: readonly ListedKey[] = [
  { keys: ['Shift+A'], label: words.approve, group },
  { keys: ['Shift+R'], label: words.changes, group },
]
