import { defineHook } from '#server/hooks.ts'
import type { UserScope } from '#server/scope.ts'

/** Whom somebody was here before they had an account, by what they took over since. */
export const formerSelves = defineHook<[scope: UserScope], readonly string[]>('approval.former_selves')
