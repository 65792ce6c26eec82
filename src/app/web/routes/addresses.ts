import type { HomeSearch } from './project/home-search.ts'
import { searchTextOf } from './search-values.ts'

/** `/?projectId=…` with further search parameters. */
export function projectHref(projectId: string, more: Omit<HomeSearch, 'projectId'> = {}): string {
  return `/${searchTextOf({ projectId, ...more })}`
}
