import { createContext, type ReactNode } from 'react'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import { projectMenuPoint } from './project-points.ts'

/** What later features add to a project's menus. */
export const ProjectMenuMore = createContext<
  (project: { readonly id: string; readonly name: string }) => readonly MenuEntry[]
>(() => [])

/** Around all pages with projects on them. */
export function ProjectMenus({ children }: { readonly children: ReactNode }) {
  const added = projectMenuPoint.useParts(undefined)
  return (
    <ProjectMenuMore value={(project) => added.flatMap((entriesOf) => entriesOf(project))}>{children}</ProjectMenuMore>
  )
}
