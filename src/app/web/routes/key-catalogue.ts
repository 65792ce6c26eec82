import { approvalStrings } from '#features/approvals/web/approvals.strings.ts'
import { deckCommands } from '#features/comparisons/web/use-deck-keys.ts'
import { inboxKeys } from '#features/inbox/web/inbox-keys.ts'
import { noteStrings } from '#features/notes/web/notes.strings.ts'
import { searchStrings } from '#features/search/web/search.strings.ts'
import { taskKeys } from '#features/tasks/web/task-keys.ts'
import { intoTasks } from '#features/tasks/web/use-task-list-keys.ts'
import { playerStrings } from '#features/tracks/web/player.strings.ts'
import { stageStrings } from '#features/tracks/web/stage.strings.ts'
import { trackStrings } from '#features/tracks/web/tracks.strings.ts'
import { playerKeys } from '#features/tracks/web/use-player-keys.ts'
import { togetherKey } from '#web/together/together-key.ts'
import { canChange, type KeyCommand } from '#web/ui/known-keys.ts'
import { goCommands } from './go-keys.ts'

const { groups, keys: words } = playerStrings
const page = (key: string, label: string): KeyCommand => ({ keys: [key], label, group: groups.page })

/**
 * What keys do on any page, for the screen on which they are set: the pages themselves are not there at that moment.
 */
export const keyCatalogue: readonly KeyCommand[] = [
  ...playerKeys.filter(canChange),
  togetherKey,
  page('V', trackStrings.keys.newer),
  page('Shift+V', trackStrings.keys.older),
  page('U', trackStrings.uploadKey),
  page('.', trackStrings.keys.share),
  page('+', trackStrings.keys.zoomIn),
  page('-', trackStrings.keys.zoomOut),
  page('Shift+F', trackStrings.keys.zoomWhole),
  page('C', stageStrings.keys.note),
  page('H', noteStrings.keys.talk),
  page('N', noteStrings.keys.next),
  page('P', noteStrings.keys.previous),
  page('X', noteStrings.keys.fix),
  page('Shift+X', noteStrings.keys.verify),
  page('T', noteStrings.keys.task),
  page('Shift+A', approvalStrings.keys.approve),
  page('Shift+R', approvalStrings.keys.changes),
  page('S', stageStrings.keys.select),
  page('R', stageStrings.keys.repeat),
  ...Object.values(deckCommands).flat(),
  intoTasks,
  ...taskKeys,
  ...inboxKeys,
  ...goCommands,
  { keys: ['/'], label: searchStrings.title, group: groups.help },
  { keys: ['?'], label: words.help, group: groups.help },
]
