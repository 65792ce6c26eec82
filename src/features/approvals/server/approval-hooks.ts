import { defineHook } from '#server/hooks.ts'
import type { UserScope } from '#server/scope.ts'

/** The guest ids that a user had before they signed up, known from what they claimed. */
export const formerSelves = defineHook<[scope: UserScope], readonly string[]>('approval.former_selves')
