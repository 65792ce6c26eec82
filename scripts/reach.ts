/** Which tests a change can affect: all, those that import what changed (and changed tests), or none. */
export type Extent = 'none' | 'importers' | 'all'

export interface ChangeReach {
  /** All tests except journeys, on each database. */
  readonly code: Extent
  readonly journeys: Extent
}

/** Reads the repository itself: the security pages name files and tests. */
export const LOOKS_AROUND = 'src/server/security/security-pages.test.ts'

/**
 * The first match counts. Tests start decoders, admin commands and the server as programs, and journeys open built
 * pages, so code that no test imports may still run. Therefore imports are followed only from tests, documents and
 * screen-only code; everything else affects every test.
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
