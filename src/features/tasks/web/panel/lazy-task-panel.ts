import { useEffect, type ComponentType } from 'react'
import { lazyDialog, lazyPanel } from '#web/ui/page/lazy-part.tsx'
import { fetchWhenIdle } from '#web/ui/page/when-idle.ts'
import type { TaskPanelProps } from './TaskPanel.tsx'

const loadSide = () => import('./TaskSide.tsx')

/** A task's panel beside the page, loaded at the latest when it is opened. */
export const LazyTaskSide: ComponentType<Omit<TaskPanelProps, 'isInSheet'>> = lazyDialog(loadSide)

/** The same in the panel of a track's tasks. */
export const LazyTaskPanel: ComponentType<TaskPanelProps> = lazyPanel(async () => ({
  default: (await loadSide()).TaskInPlace,
}))

/** Preloads the panel on pages that may open it, so that it also works offline later. */
export function useTaskPanelSoon(): void {
  useEffect(() => fetchWhenIdle(loadSide), [])
}
