import type { DehydratedState } from '@tanstack/react-query'
import type { Instant } from '#shared/units.ts'
import { cacheLifeMs } from './stale-times.ts'

/** The answers an earlier visit kept, or undefined where there are none, they are too old, or another build wrote them. */
export function keptState(kept: unknown, version: string, now: Instant): DehydratedState | undefined {
  if (typeof kept !== 'object' || kept === null || !('timestamp' in kept && 'buster' in kept && 'clientState' in kept)) return undefined
  const { timestamp, buster, clientState } = kept
  if (buster !== version || typeof timestamp !== 'number' || typeof clientState !== 'string' || now - timestamp > cacheLifeMs) return undefined
  try {
    // Written by this very build, which the version tag says.
    return JSON.parse(clientState) as DehydratedState
  } catch {
    return undefined
  }
}
