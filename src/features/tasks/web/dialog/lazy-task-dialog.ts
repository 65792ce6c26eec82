import { useEffect, type ComponentType } from 'react'
import { lazyDialog } from '#web/ui/page/lazy-part.tsx'
import { fetchWhenIdle } from '#web/ui/page/when-idle.ts'
import type { TaskDialogProps } from './TaskDialog.tsx'

const load = () => import('./TaskDialog.tsx')

/** A task's dialog, loaded at the latest when it is opened. */
export const LazyTaskDialog: ComponentType<TaskDialogProps> = lazyDialog(load)

/** Preloads the dialog on pages that may open it, so that it also works offline later. */
export function useTaskDialogSoon(): void {
  useEffect(() => fetchWhenIdle(load), [])
}
