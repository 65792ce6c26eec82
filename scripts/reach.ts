/** Which tests a change can reach: all, or those that import what changed (themselves, too), or none. */
export type Extent = 'none' | 'importers' | 'all'

export interface ChangeReach {
  /** All but journeys, on each database. */
  readonly code: Extent
  readonly journeys: Extent
}

/** Looks at the repository itself: the pages on security name files and tests. */
export const LOOKS_AROUND = 'src/server/security/security-pages.test.ts'

/**
 * The first that fits a path counts. Decoders, admin commands and the server are started as programs, and journeys open
 * pages that were built: what no test imports can still be what it runs. So imports are followed only from tests,
 * documents and what is for screens alone; everything else reaches every test.
 */
const KINDS: readonly (readonly [RegExp, ChangeReach])[] = [
  [/\.(test|journey)\.tsx?$|^src\/(web\/)?testing\/|^bench\//, { code: 'importers', journeys: 'importers' }],
  [/\.md$|^docs\//, { code: 'importers', journeys: 'none' }],
  [
    /^e2e\/player-harness\/|^trust\/|^src\/(web|app\/web|features\/[^/]+\/web)\//,
    { code: 'importers', journeys: 'all' },
  ],
  [/^e2e\//, { code: 'importers', journeys: 'importers' }],
]
const EXTENTS: readonly Extent[] = ['none', 'importers', 'all']

export function reachOf(changed: readonly string[]): ChangeReach {
  const reaches = changed.map(
    (path): ChangeReach => KINDS.find(([kind]) => kind.test(path))?.[1] ?? { code: 'all', journeys: 'all' },
  )
  const widest = (part: keyof ChangeReach): Extent =>
    EXTENTS[Math.max(0, ...reaches.map((reach) => EXTENTS.indexOf(reach[part])))] ?? 'all'
  return { code: widest('code'), journeys: widest('journeys') }
}
