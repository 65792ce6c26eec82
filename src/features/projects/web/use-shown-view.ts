import { useState } from 'react'
import type { ProjectListView } from './project-list-view.ts'

/**
 * What the list shows: the address, or ahead of it what was chosen and typed while the address catches up.
 * Without this, letters typed quickly would be lost between two navigations.
 */
export function useShownView(
  address: ProjectListView,
  onViewChange: (view: ProjectListView) => void,
): readonly [ProjectListView, (change: Partial<ProjectListView>) => void] {
  const [ahead, setAhead] = useState<ProjectListView | null>(null)
  if (ahead !== null && isSame(ahead, address)) setAhead(null)
  const shown = ahead ?? address
  const change = (part: Partial<ProjectListView>) => {
    const next = { ...shown, ...part }
    setAhead(next)
    onViewChange(next)
  }
  return [shown, change]
}

function isSame(a: ProjectListView, b: ProjectListView): boolean {
  return a.show === b.show && a.sort === b.sort && a.find === b.find && a.waiting === b.waiting
}
