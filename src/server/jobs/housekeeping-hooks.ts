import { defineHook } from '../hooks.ts'
import type { ServerScope } from '../scope.ts'

/** Once an hour: features delete their rows that are too old to be asked for again. */
export const housekeepingDue = defineHook<[scope: ServerScope]>('server.housekeeping_due')
