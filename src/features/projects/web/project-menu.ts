import { createContext } from 'react'
import type { MenuEntry } from '#web/ui/menu-entries.ts'

/** What later features add to a project's menus. */
export const ProjectMenuMore = createContext<
  (project: { readonly id: string; readonly name: string }) => readonly MenuEntry[]
>(() => [])
