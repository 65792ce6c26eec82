import { hydrate, type QueryClient } from '@tanstack/react-query'
import type { Instant, Milliseconds } from '#shared/units.ts'
import { keptState, queriesToKeep } from './kept-queries.ts'
import { forgetKept, readKept, writeKept } from './kept-storage.ts'

/**
 * The name of the entry script contains a hash of its content and so identifies the build. Answers stored by another
 * build are discarded. The async script before it is another, and seldom changes.
 */
const version = document.querySelector<HTMLScriptElement>('script[type="module"]:not([async])')?.src ?? ''
const saveEveryMs: Milliseconds = 1000
/** Some browsers never answer a storage request; the page does not wait for those. */
const longestWaitMs: Milliseconds = 1500

/**
 * Restores what the last visit stored, then stores changes. Queries with `meta: { private: true }` are never stored.
 */
export async function keepQueries(client: QueryClient, now: () => Instant = Date.now): Promise<void> {
  const kept = await Promise.race([readKept(), new Promise<undefined>((resolve) => setTimeout(resolve, longestWaitMs))])
  const state = keptState(kept, version, now())
  if (state !== undefined) hydrate(client, state)
  else if (kept !== undefined) await forgetKept()
  keepChanges(client, now)
}

/**
 * Deletes every answer, in memory and on disk. Other tabs of the same person continue to store theirs; only `endVisit`
 * stops that.
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
