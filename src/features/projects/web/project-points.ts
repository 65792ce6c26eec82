import type { ReactNode } from 'react'
import { definePoint } from '#web/extension/extension-point.ts'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import type { Membership, Project } from '../projects.contract.ts'

/** The state of a project's page. */
export interface ProjectPagePlace {
  readonly project: Project & { readonly members: readonly Membership[] }
}

/** What a feature adds to a project's page. */
export interface ProjectPageAddition {
  /** In the line below its name. */
  readonly fact?: string | undefined
  /** Beside its name. */
  readonly actions?: ReactNode
  /** Before members and settings. */
  readonly tab?: ProjectPageTab | undefined
}

export interface ProjectPageTab {
  /** The tab's name in the URL: one of `projectTabs` in src/app/web/routes/project/home-search.ts. */
  readonly name: string
  readonly label: string
  readonly count?: number | undefined
  readonly content: ReactNode
  /** Beside the project's name while the tab is shown, instead of what features add there. */
  readonly actions?: ReactNode
}

export const projectPagePoint = definePoint<ProjectPagePlace, ProjectPageAddition>()

/** What a feature adds to a project's settings, after name and organization. */
export interface ProjectSettingsAddition {
  readonly section?: ReactNode
}

export const projectSettingsPoint = definePoint<Project, ProjectSettingsAddition>()

/** Additions to every project's menu. The hook runs once, not for each project of a list. */
export const projectMenuPoint = definePoint<
  undefined,
  (project: { readonly id: string; readonly name: string }) => readonly MenuEntry[]
>()
