import type { ProjectSort } from './project-order.ts'
import type { ProjectShelf } from '../projects.client.ts'

/** Which projects are listed, and in which order. */
export interface ProjectListView {
  readonly show: ProjectShelf
  readonly sort: ProjectSort
  readonly find: string
  /** Only those in which something waits for one's own approval. */
  readonly waiting: boolean
}

export interface ProjectListViewProps {
  readonly view: ProjectListView
  readonly onViewChange: (change: Partial<ProjectListView>) => void
}

/** How many tracks of a project wait for approval: anybody's, and one's own. */
export interface ProjectWaiting {
  readonly all: number
  readonly mine: number
}
