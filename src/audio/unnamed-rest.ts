import { COMPARISON_BANDS, comparisonEdges } from '#audio/comparison-result.ts'
import type { Change } from '#audio/comparison-result.ts'
import type { SecondTally } from '#audio/comparison-tally.ts'
import type { Decibels } from '#shared/units.ts'

/** What the worst lossy copy leaves, against A: less is not heard as a change. */
const HEARD: Decibels = -14
/** The share of the difference that is named, at least, if nothing is said of the rest. */
const LEAST_NAMED = 0.5

/**
 * Whether most of an audible difference is outside of what is named: what no gain of its own explains, in each band of
 * each second without a change that is told.
 */
export function isMostlyUnnamed(
  seconds: readonly (SecondTally | undefined)[],
  { changes, inverted }: { readonly changes: readonly Change[]; readonly inverted: boolean },
): boolean {
  const sign = inverted ? -1 : 1
  let [own, rest, named] = [0, 0, 0]
  seconds.forEach((tally, second) => {
    if (!tally) return
    const here = changes.filter(({ from, to }) => from < second + 1 && to > second)
    for (let band = 0; band < COMPARISON_BANDS; band++) {
      // One entry per band.
      const [a, b] = [tally.bandsA[band] as number, tally.bandsB[band] as number]
      const product = Math.max(0, sign * (tally.bandsProduct[band] as number))
      const left = a > 0 ? Math.max(0, b - product ** 2 / a) : b
      own += b
      if (here.some((change) => isIn(change, band))) named += left
      else rest += left
    }
  })
  return (
    rest > 0 && 10 * Math.log10(rest / Math.max(own, Number.MIN_VALUE)) > HEARD && rest > LEAST_NAMED * (rest + named)
  )
}

function isIn({ low, high }: Change, band: number): boolean {
  return (
    (comparisonEdges[band] ?? 0) >= (low ?? 0) - 1 && (comparisonEdges[band + 1] ?? Infinity) <= (high ?? Infinity) + 1
  )
}
