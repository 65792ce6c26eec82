import { defineHook } from '#server/hooks.ts'
import type { VisitorScope } from '#server/scope.ts'

/** A member left a project or returned; the caller holds the project's row lock. */
export const memberChanged =
  defineHook<[scope: Pick<VisitorScope, 'db'>, projectId: string, userId: string]>('member.changed')
