import { hydrate, type QueryClient } from '@tanstack/react-query'
import type { Instant, Milliseconds } from '#shared/units.ts'
import { keptState, queriesToKeep } from './kept-queries.ts'
import { forgetKept, readKept, writeKept } from './kept-storage.ts'

/**
 * The entry's address carries a hash of its content, and that names every other part of the build: whatever
 * another build has kept is discarded.
 */
const version = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? ''
const saveEveryMs: Milliseconds = 1000
/** Some browsers leave a storage request unanswered for good; the page does not wait for those. */
const longestWaitMs: Milliseconds = 1500

/**
 * Restores what the last visit kept, then keeps what changes. Queries with `meta: { private: true }` are never written.
 */
export async function keepQueries(client: QueryClient, now: () => Instant = Date.now): Promise<void> {
  const kept = await Promise.race([readKept(), new Promise<undefined>((resolve) => setTimeout(resolve, longestWaitMs))])
  const state = keptState(kept, version, now())
  if (state !== undefined) hydrate(client, state)
  else if (kept !== undefined) await forgetKept()
  keepChanges(client, now)
}

/**
 * Forgets every answer, here and on disk. Other tabs of the same person go on keeping theirs: only `endVisit` ends
 * that.
 */
export async function forgetQueries(client: QueryClient): Promise<void> {
  client.clear()
  await forgetKept()
}

function keepChanges(client: QueryClient, now: () => Instant): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const save = () => {
    timer = undefined
    const state = queriesToKeep(client, now())
    void writeKept(
      state.queries.length === 0
        ? undefined
        : { timestamp: now(), buster: version, clientState: JSON.stringify(state) },
    )
  }
  client.getQueryCache().subscribe((event) => {
    if (event.type === 'added' || event.type === 'removed' || event.type === 'updated')
      timer ??= setTimeout(save, saveEveryMs)
  })
}
