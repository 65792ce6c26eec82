import { routeStrings } from './routes.strings.ts'
import { screenSlots } from './screen-slots.tsx'
import { usePageHead } from './use-page-head.ts'

export function MineScreen() {
  usePageHead(routeStrings.myTasks)
  const { MyTasksPage } = screenSlots
  return MyTasksPage ? <MyTasksPage /> : null
}
