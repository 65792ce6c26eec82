import { projectSorts, type ProjectSort } from '#features/projects/web/list/project-sorts.ts'
import type { ProjectShelf } from '#features/projects/web/projects.client.ts'
import { trackSorts, type TrackSort } from '#features/tracks/web/list/track-sorts.ts'
import { trackStatuses, type TrackStatus } from '#features/tracks/track-statuses.ts'
import { oneOf, secondsOf, textOf } from '../search-values.ts'

export const projectTabs = ['tracks', 'files', 'tasks', 'activity', 'members', 'settings'] as const
export type ProjectTab = (typeof projectTabs)[number]
/** Of the tracks, besides their list. */
export const projectViews = ['sheet'] as const
export const projectShelves: readonly ProjectShelf[] = ['active', 'archived']

export interface HomeSearch {
  readonly projectId?: string
  readonly trackId?: string
  readonly versionId?: string
  /** Seconds from the start of the version. */
  readonly t?: number
  readonly note?: string
  /** On the tasks tab: the task whose panel is open. */
  readonly task?: string
  /** On the files tab: the file that is open. */
  readonly file?: string
  /** Ids of versions to compare, separated by commas; the first defines the time axis. */
  readonly compare?: string
  readonly tab?: ProjectTab
  readonly view?: (typeof projectViews)[number]
  /** For the project list: order, filter, and search text. */
  readonly sort?: ProjectSort
  readonly show?: ProjectShelf
  readonly find?: string
  /** For the tracks of a project, with `find`: status, order, and ids of filters, separated by commas. */
  readonly status?: TrackStatus
  readonly order?: TrackSort
  readonly only?: string
  /** Only projects with a track that waits for the user's approval. */
  readonly waiting?: 'me'
  /** Opens the dialog for a new project. */
  readonly new?: 'project'
}

/** Lenient: unknown or invalid values are dropped, so that old links still open. */
export function homeSearch(search: Readonly<Record<string, unknown>>): HomeSearch {
  return {
    ...textOf(search, 'projectId'),
    ...textOf(search, 'trackId'),
    // The spelling in the API's links.
    ...textOf({ versionId: search['version'] }, 'versionId'),
    ...textOf(search, 'versionId'),
    ...secondsOf(search, 't'),
    ...textOf(search, 'note'),
    ...textOf(search, 'task'),
    ...textOf(search, 'file'),
    ...textOf(search, 'compare'),
    ...oneOf(search, 'tab', projectTabs),
    ...oneOf(search, 'view', projectViews),
    ...oneOf(search, 'sort', projectSorts),
    ...oneOf(search, 'show', projectShelves),
    ...textOf(search, 'find'),
    ...oneOf(search, 'status', trackStatuses),
    ...oneOf(search, 'order', trackSorts),
    ...textOf(search, 'only'),
    ...oneOf(search, 'waiting', ['me']),
    ...oneOf(search, 'new', ['project']),
  }
}

export interface MainSearch {
  readonly invId?: string
  /** Error code of a mailed link, for example token_expired. */
  readonly error?: string
  /** The visitor followed a mailed link that verifies or changes an address. */
  readonly mail?: 'verified'
}

export function mainSearch(search: Readonly<Record<string, unknown>>): MainSearch {
  return { ...textOf(search, 'invId'), ...textOf(search, 'error'), ...oneOf(search, 'mail', ['verified']) }
}
