import { useSyncExternalStore } from 'react'
import { keptChoice } from '#web/ui/form/kept-choice.ts'
import type { ProjectSort } from './project-sorts.ts'
import type { ProjectShelf } from '../projects.client.ts'

/** Which projects are listed, and in which order. */
export interface ProjectListView {
  readonly show: ProjectShelf
  readonly sort: ProjectSort
  readonly find: string
  /** Only those that wait for the user's approval. */
  readonly waiting: boolean
}

export interface ProjectListViewProps {
  readonly view: ProjectListView
  readonly onViewChange: (change: Partial<ProjectListView>) => void
}

/** Number of a project's tracks that wait for approval: anybody's, and the user's. */
export interface ProjectWaiting {
  readonly all: number
  readonly mine: number
}

export type ProjectLayout = 'grid' | 'list'

/** This browser remembers it. */
export const projectLayout = keptChoice<ProjectLayout>('roughmix.projects.layout', ['grid', 'list'], 'grid')

export function useProjectLayout(): ProjectLayout {
  return useSyncExternalStore(projectLayout.watch, projectLayout.get)
}
