import { playerStrings } from '#features/tracks/web/player/player.strings.ts'
import type { KeyCommand } from '#web/ui/keys/known-keys.ts'
import { mainStrings } from './main.strings.ts'

interface GoCommand extends KeyCommand {
  readonly href: '/' | '/mine' | '/inbox'
}

const group = playerStrings.groups.go

/** G, followed by a key for the destination. */
export const goCommands: readonly GoCommand[] = [
  { keys: ['G P'], label: mainStrings.projects, group, href: '/' },
  { keys: ['G T'], label: mainStrings.myTasks, group, href: '/mine' },
  { keys: ['G I'], label: mainStrings.inbox, group, href: '/inbox' },
]
