import type { ListedKey } from '#web/extension/define-web.ts'
import { canChange } from '#web/ui/keys/known-keys.ts'
import { laneStrings } from './lane/lane.strings.ts'
import { playerStrings } from './player/player.strings.ts'
import { playerKeys } from './player/use-player-keys.ts'
import { stageStrings } from './stage/stage.strings.ts'
import { trackStrings } from './tracks.strings.ts'

const page = (key: string, label: string): ListedKey => ({ keys: [key], label, group: playerStrings.groups.page })

export const trackKeyList: readonly ListedKey[] = [
  ...playerKeys.filter(canChange),
  page('V', trackStrings.keys.newer),
  page('Shift+V', trackStrings.keys.older),
  page('U', trackStrings.uploadKey),
  page('.', trackStrings.keys.share),
  page('+', trackStrings.keys.zoomIn),
  page('-', trackStrings.keys.zoomOut),
  page('Shift+F', trackStrings.keys.zoomWhole),
  page('Shift+L', laneStrings.nextKey),
  page('C', stageStrings.keys.note),
  { ...page('S', stageStrings.keys.select), isLate: true },
  { ...page('R', stageStrings.keys.repeat), isLate: true },
]
