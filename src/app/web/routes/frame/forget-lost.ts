import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { organizationKey, organizationsQuery } from '#features/organizations/web/organizations.client.ts'
import { projectPeopleQuery, projectsQuery } from '#features/projects/web/projects.client.ts'

interface Belongings {
  /** Complete lists of what the user may see; an item that moves between lists is lost for a moment, and refetched. */
  readonly lists: readonly QueryKey[]
  /** The keys of all queries of one item. */
  readonly keysOf: (id: string) => readonly QueryKey[]
}

const belongings: readonly Belongings[] = [
  {
    lists: [projectsQuery('active').queryKey, projectsQuery('archived').queryKey],
    keysOf: (id) => [['project', id], projectPeopleQuery(id).queryKey],
  },
  { lists: [organizationsQuery.queryKey], keysOf: (id) => [organizationKey(id)] },
]

/**
 * Deletes the queries of projects and organizations that disappear from the user's lists, also if the access ended
 * while the page was closed. What is on screen stays until the page leaves it.
 */
export function forgetLost(queries: QueryClient): void {
  const known = new Map<string, ReadonlySet<string>>()
  /** Their pages may still be open. */
  const lost = new Map<string, readonly QueryKey[]>()
  const leftFrom = (key: QueryKey) => {
    const before = [...(known.get(String(key)) ?? [])]
    const ids = idsIn(queries, key)
    known.set(String(key), ids)
    return before.filter((id) => !ids.has(id))
  }
  const forget = () => {
    for (const queryKey of [...lost.values()].flat()) queries.removeQueries({ queryKey, type: 'inactive' })
  }
  for (const key of belongings.flatMap(({ lists }) => lists)) leftFrom(key)
  queries.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'observerRemoved' && lost.size > 0) forget()
    if (type !== 'updated') return
    for (const { lists, keysOf } of belongings) {
      const key = lists.find((list) => String(list) === String(query.queryKey))
      if (!key) continue
      for (const id of leftFrom(key)) lost.set(id, keysOf(id))
      for (const id of lists.flatMap((list) => [...idsIn(queries, list)])) lost.delete(id)
      forget()
    }
  })
}

function idsIn(queries: QueryClient, key: QueryKey): ReadonlySet<string> {
  const items = queries.getQueryData<readonly { readonly id: string }[]>(key) ?? []
  return new Set(items.map(({ id }) => id))
}
