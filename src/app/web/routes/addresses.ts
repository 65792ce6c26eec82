import type { HomeSearch } from './project/home-search.ts'
import { searchTextOf } from './search-values.ts'

/** `/?projectId=…` with whatever else the page shall show. */
export function projectHref(projectId: string, more: Omit<HomeSearch, 'projectId'> = {}): string {
  return `/${searchTextOf({ projectId, ...more })}`
}
