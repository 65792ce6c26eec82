import { BaseSequencer } from 'vitest/node'

/** Files that take a minute or more despite their size: started last, they would run alone. */
const LONG = [
  'src/app/server/compared-pairs.test.ts',
  'e2e/layout.journey.ts',
  'e2e/trust.journey.ts',
  'e2e/transfers.journey.ts',
  'e2e/cluster.journey.ts',
  'e2e/deck.journey.ts',
]

/** The default order (longest first if known, otherwise largest), after these. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]): ReturnType<BaseSequencer['sort']> {
    const rank = (path: string) => LONG.findLastIndex((long) => path.endsWith(long))
    const isLong = (path: string) => rank(path) >= 0
    const sorted = await super.sort(files)
    return [
      ...sorted.filter(({ moduleId }) => isLong(moduleId)).toSorted((a, b) => rank(a.moduleId) - rank(b.moduleId)),
      ...sorted.filter(({ moduleId }) => !isLong(moduleId)),
    ]
  }
}
