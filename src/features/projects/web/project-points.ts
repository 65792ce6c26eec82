import type { ReactNode } from 'react'
import { definePoint } from '#web/extension/extension-point.ts'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import type { Membership, Project } from '../projects.contract.ts'

/** What a project's page shows. */
export interface ProjectPagePlace {
  readonly project: Project & { readonly members: readonly Membership[] }
}

/** On a project's page. */
export interface ProjectPageAddition {
  /** In the line below its name. */
  readonly fact?: string | undefined
  /** Beside its name. */
  readonly actions?: ReactNode
  /** Before its members and settings. */
  readonly tab?: ProjectPageTab | undefined
}

export interface ProjectPageTab {
  /** As the address says it: one of `projectTabs` in src/app/web/routes/project/home-search.ts. */
  readonly name: string
  readonly label: string
  readonly count?: number | undefined
  readonly content: ReactNode
}

export const projectPagePoint = definePoint<ProjectPagePlace, ProjectPageAddition>()

/** In a project's settings, after its name and where it belongs. */
export interface ProjectSettingsAddition {
  readonly section?: ReactNode
}

export const projectSettingsPoint = definePoint<Project, ProjectSettingsAddition>()

/** In every project's menu, wherever it stands: asked for once, and not by each project of a list. */
export const projectMenuPoint = definePoint<
  undefined,
  (project: { readonly id: string; readonly name: string }) => readonly MenuEntry[]
>()
