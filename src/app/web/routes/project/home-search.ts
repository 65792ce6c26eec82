import type { ProjectSort } from '#features/projects/web/list/project-order.ts'
import type { ProjectShelf } from '#features/projects/web/projects.client.ts'
import { oneOf, secondsOf, textOf } from '../search-values.ts'

export const projectTabs = ['tracks', 'tasks', 'activity', 'members', 'settings'] as const
export type ProjectTab = (typeof projectTabs)[number]
export const projectSorts: readonly ProjectSort[] = ['latest', 'name', 'size']
export const projectShelves: readonly ProjectShelf[] = ['active', 'archived']

export interface HomeSearch {
  readonly projectId?: string
  readonly trackId?: string
  readonly versionId?: string
  /** Seconds from the start of the version. */
  readonly t?: number
  readonly note?: string
  /** Among the tasks, the one whose panel is open. */
  readonly task?: string
  /** Versions to compare, by their ids with commas between; the first is the measure. */
  readonly compare?: string
  readonly tab?: ProjectTab
  /** Of the project list: order, which projects, and letters of their names. */
  readonly sort?: ProjectSort
  readonly show?: ProjectShelf
  readonly find?: string
  /** Only projects in which a track waits for one's own approval. */
  readonly waiting?: 'me'
}

/** Tolerant: what is unknown or unreadable is dropped, so an old link still opens. */
export function homeSearch(search: Readonly<Record<string, unknown>>): HomeSearch {
  return {
    ...textOf(search, 'projectId'),
    ...textOf(search, 'trackId'),
    // As the API's links say it.
    ...textOf({ versionId: search['version'] }, 'versionId'),
    ...textOf(search, 'versionId'),
    ...secondsOf(search, 't'),
    ...textOf(search, 'note'),
    ...textOf(search, 'task'),
    ...textOf(search, 'compare'),
    ...oneOf(search, 'tab', projectTabs),
    ...oneOf(search, 'sort', projectSorts),
    ...oneOf(search, 'show', projectShelves),
    ...textOf(search, 'find'),
    ...oneOf(search, 'waiting', ['me']),
  }
}

export interface MainSearch {
  readonly invId?: string
  /** What a mailed link came back with, as token_expired. */
  readonly error?: string
  /** Somebody comes from the link of a mail that confirms or changes an address. */
  readonly mail?: 'verified'
}

export function mainSearch(search: Readonly<Record<string, unknown>>): MainSearch {
  return { ...textOf(search, 'invId'), ...textOf(search, 'error'), ...oneOf(search, 'mail', ['verified']) }
}
