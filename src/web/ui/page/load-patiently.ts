import type { Milliseconds } from '#shared/units.ts'
import { isMissingCode, UnreachablePart } from './missing-code.ts'

/** One minute in total, as long as React waits for a stylesheet. */
const WAITS_MS: readonly Milliseconds[] = [500, 1000, 2000, 3000, ...Array.from({ length: 13 }, () => 4000)]

/**
 * Retries a dynamic import if a proxy answered with an error, until the server is back. Gives up at once without a
 * network, or if an upgrade has removed the file. The build routes every `import()` through this (vite.config.ts).
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

/** The same for a page, which has nothing else to show: retries as long as Roughmix does not answer. */
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

/** Timeout for the server's answer. */
const longestWaitMs: Milliseconds = 5000

/** `away`: something answers, but not Roughmix. `silent`: no answer. */
export async function askServer(): Promise<'there' | 'away' | 'silent'> {
  if (!navigator.onLine) return 'silent'
  const answer = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(longestWaitMs) }).catch(
    () => undefined,
  )
  if (!answer) return 'silent'
  return answer.ok ? 'there' : 'away'
}
