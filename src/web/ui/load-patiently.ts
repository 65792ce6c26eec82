import type { Milliseconds } from '#shared/units.ts'
import { isMissingCode } from './missing-code.ts'

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
      if (!isMissingCode(error) || !(await isServerAway())) break
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }
  return load()
}

/** Somebody answers, but not Roughmix. */
async function isServerAway(): Promise<boolean> {
  if (!navigator.onLine) return false
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => undefined)
  return answer !== undefined && !answer.ok
}
