import type { ListedKey } from '#web/extension/define-web.ts'
import { taskKeys } from './list/task-keys.ts'
import { intoTasks } from './list/use-task-list-keys.ts'

export const taskKeyList: readonly ListedKey[] = [intoTasks, ...taskKeys]
