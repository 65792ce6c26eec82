import type { KeyCommand } from '#web/ui/keys/known-keys.ts'
import { togetherStrings } from './together.strings.ts'

/** Out with one key, whoever leads. */
export const togetherKey = {
  keys: ['Q'],
  label: togetherStrings.leaveKey,
  group: 'Listening',
} as const satisfies KeyCommand
