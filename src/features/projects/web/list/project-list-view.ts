import type { ProjectSort } from './project-order.ts'
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
