import type { ListedKey } from '#web/extension/define-web.ts'
import { taskKeys } from './task-keys.ts'
import { intoTasks } from './use-task-list-keys.ts'

export const taskKeyList: readonly ListedKey[] = [intoTasks, ...taskKeys]
