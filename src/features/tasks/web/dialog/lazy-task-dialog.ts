import { useEffect, type ComponentType } from 'react'
import { lazyDialog } from '#web/ui/page/lazy-part.tsx'
import { fetchWhenIdle } from '#web/ui/page/when-idle.ts'
import type { TaskDialogProps } from './TaskDialog.tsx'

const load = () => import('./TaskDialog.tsx')

/** A task's dialog, fetched at the latest when it is opened. */
export const LazyTaskDialog: ComponentType<TaskDialogProps> = lazyDialog(load)

/** For pages on which it may be opened: it is there also when the line is gone by then. */
export function useTaskDialogSoon(): void {
  useEffect(() => fetchWhenIdle(load), [])
}
