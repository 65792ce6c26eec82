import type { Milliseconds } from '#shared/units.ts'
import { isMissingCode, UnreachablePart } from './missing-code.ts'

/** A minute in all, as React waits for a style. */
const WAITS_MS: readonly Milliseconds[] = [500, 1000, 2000, 3000, ...Array.from({ length: 13 }, () => 4000)]

/**
 * A part of the page that a proxy answered with an error is fetched once the server is back. What cannot be had
 * otherwise is given up at once: without a line, and where an update has taken it away. The build puts every
 * `import()` through this (vite.config.ts).
 */
export async function loadPatiently<T>(load: () => Promise<T>): Promise<T> {
  for (const waitMs of WAITS_MS) {
    try {
      return await load()
    } catch (error) {
      if (!isMissingCode(error) || (await askServer()) !== 'away') break
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }
  return load().catch(async (error: unknown) => {
    throw isMissingCode(error) && (await askServer()) !== 'there' ? new UnreachablePart(error) : error
  })
}

const everyMs: Milliseconds = 4000

/** The same for a page, which is waited for as long as nobody of Roughmix answers: it has nothing else to show. */
export async function loadPage<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load()
    } catch (error) {
      if (!(error instanceof UnreachablePart)) throw error
      await new Promise((resolve) => setTimeout(resolve, everyMs))
    }
  }
}

/** As long as a server that is there may take for a word. */
const longestWaitMs: Milliseconds = 5000

/** `away`: somebody answers, but not Roughmix. `silent`: nobody does. */
export async function askServer(): Promise<'there' | 'away' | 'silent'> {
  if (!navigator.onLine) return 'silent'
  const answer = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(longestWaitMs) }).catch(
    () => undefined,
  )
  if (!answer) return 'silent'
  return answer.ok ? 'there' : 'away'
}
