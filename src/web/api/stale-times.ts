import type { Milliseconds } from '#shared/units.ts'

/** How long an answer counts as fresh if no live event says otherwise. */
export const staleTimes = {
  default: 5_000,
  /** Projects, a project's details, the session and the current user. */
  settled: 5 * 60_000,
} as const satisfies Record<string, Milliseconds>

/** How long unused answers are stored, in memory and between visits. */
export const cacheLifeMs: Milliseconds = 24 * 60 * 60_000
