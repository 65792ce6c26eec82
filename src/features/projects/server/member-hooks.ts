import { defineHook } from '#server/hooks.ts'
import type { VisitorScope } from '#server/scope.ts'

/** Somebody has left a project, or has come back: the project's row is held. */
export const memberChanged =
  defineHook<[scope: Pick<VisitorScope, 'db'>, projectId: string, userId: string]>('member.changed')
