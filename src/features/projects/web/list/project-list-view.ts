import { useSyncExternalStore } from 'react'
import { keptChoice } from '#web/ui/form/kept-choice.ts'
import { projectSorts, type ProjectSort } from './project-sorts.ts'
import type { ProjectShelf } from '../projects.client.ts'

/** Which projects are listed, and in which order. */
export interface ProjectListView {
  readonly show: ProjectShelf
  readonly sort: ProjectSort
  readonly find: string
  /** Only those that wait for the user's approval. */
  readonly waiting: boolean
}

/** A view as it stands in the URL: what is usual is left out. */
export interface ProjectListSearch {
  readonly show?: 'archived'
  readonly sort?: ProjectSort
  readonly find?: string
  readonly waiting?: 'me'
}

export function searchOfProjectList({ show, sort, find, waiting }: ProjectListView): ProjectListSearch {
  return {
    ...(show === 'archived' && { show }),
    ...(sort !== 'latest' && { sort }),
    ...(find !== '' && { find }),
    ...(waiting && { waiting: 'me' }),
  }
}

export function projectListViewOf(search: Readonly<Record<string, string>>): ProjectListView {
  return {
    show: search['show'] === 'archived' ? 'archived' : 'active',
    sort: projectSorts.find((one) => one === search['sort']) ?? 'latest',
    find: search['find'] ?? '',
    waiting: search['waiting'] === 'me',
  }
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
