import type { KeyCommand } from '#web/ui/keys/known-keys.ts'
import { togetherStrings } from './together.strings.ts'

/** One key to leave a session, whoever leads it. */
export const togetherKey = {
  keys: ['Q'],
  label: togetherStrings.leaveKey,
  group: 'Listening',
} as const satisfies KeyCommand
