import { createContext, type ReactNode } from 'react'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import { projectMenuPoint } from './project-points.ts'

/** Menu entries that later features add to projects. */
export const ProjectMenuMore = createContext<
  (project: { readonly id: string; readonly name: string }) => readonly MenuEntry[]
>(() => [])

/** Wraps all pages that show projects. */
export function ProjectMenus({ children }: { readonly children: ReactNode }) {
  const added = projectMenuPoint.useParts(undefined)
  return (
    <ProjectMenuMore value={(project) => added.flatMap((entriesOf) => entriesOf(project))}>{children}</ProjectMenuMore>
  )
}
