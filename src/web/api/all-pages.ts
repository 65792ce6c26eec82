interface Page<T> {
  readonly items: readonly T[]
  readonly nextCursor: string | null
}

const mostPages = 100

/**
 * Returns every item of a paged list, in order. `read` receives the cursor of the page to fetch; `onPage` receives each
 * page except the last.
 */
export async function allPages<T>(
  read: (cursor: string | undefined) => Promise<Page<T>>,
  onPage?: (soFar: readonly T[]) => void,
): Promise<readonly T[]> {
  const items: T[] = []
  let cursor: string | undefined
  for (let page = 0; page < mostPages; page += 1) {
    const { items: more, nextCursor } = await read(cursor)
    items.push(...more)
    if (nextCursor === null) break
    onPage?.(items)
    cursor = nextCursor
  }
  return items
}
