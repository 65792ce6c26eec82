import { defineWeb } from '#web/extension/define-web.ts'
import { tasksLive } from './tasks.live.ts'

export const tasksWeb = defineWeb({
  name: 'tasks',
  live: tasksLive,
  keys: () => import('./tasks.keys.ts'),
  palette: 'nothing',
  adds: 'nothing',
})
