import { mainStrings } from '../frame/main.strings.ts'
import { screenSlots } from '../frame/screen-slots.tsx'
import { usePageHead } from '../use-page-head.ts'

export function MineScreen() {
  usePageHead(mainStrings.myTasks)
  const { MyTasksPage } = screenSlots
  return MyTasksPage ? <MyTasksPage /> : null
}
