import type { ChannelChange } from '#audio/comparison-result.ts'
import type { SecondTally } from '#audio/comparison-tally.ts'
import { median } from '#audio/median.ts'
import type { Decibels } from '#shared/units.ts'

const LEAST_WIDTH: Decibels = 1
/** A side signal this far below the mid is inaudible. */
const LEAST_SIDES = 1e-4
/**
 * The share of seconds that must have changed in the same direction: a channel that falls silent half-way is not a
 * width change.
 */
const MOST_SECONDS = 0.75
/** The seconds needed to be sure, or all of a shorter recording. */
const LEAST_SECONDS = 3

/** Whether the side signal's level changed relative to the mid over the whole recording. */
export function widthChange(seconds: readonly (SecondTally | undefined)[]): readonly ChannelChange[] {
  const steps = seconds.flatMap((tally) => {
    if (!tally) return []
    const [a, b] = [shareOfSides(tally.energyA, tally.crossA), shareOfSides(tally.energyB, tally.crossB)]
    return a >= LEAST_SIDES && b >= LEAST_SIDES && Number.isFinite(a) && Number.isFinite(b)
      ? [10 * Math.log10(b / a)]
      : []
  })
  if (steps.length < Math.min(LEAST_SECONDS, seconds.length) || steps.length < seconds.length / 2) return []
  const decibels = median(steps)
  const alike = steps.filter(
    (step) => Math.sign(step) === Math.sign(decibels) && Math.abs(step) >= LEAST_WIDTH / 2,
  ).length
  return Math.abs(decibels) >= LEAST_WIDTH && alike >= MOST_SECONDS * steps.length
    ? [{ kind: 'width', channel: null, decibels }]
    : []
}

/** A limiter is most at work where the middle is loud, so the sides gain on it by about this much. */
const BESIDE_LIMITER: Decibels = 2

/** Without changes of the width that a limiter explains. */
export function besideDynamics(changes: readonly ChannelChange[]): readonly ChannelChange[] {
  return changes.filter(({ kind, decibels }) => kind !== 'width' || Math.abs(decibels ?? 0) >= BESIDE_LIMITER)
}

/** The energy of left minus right relative to that of left plus right. */
function shareOfSides(energy: number, cross: number): number {
  return (energy - 2 * cross) / (energy + 2 * cross)
}

/** Consecutive seconds, the minimum step, and an audible side signal: codecs cause less. */
const PLACE_SECONDS = 3
const LEAST_STEP: Decibels = 2
const HEARD_SIDES = 0.01

/** Whether left and right changed in some places: narrower, missing, swapped or at another level. */
export function changedSides(seconds: readonly (SecondTally | undefined)[]): readonly ChannelChange[] {
  let row = 0
  for (const tally of seconds) {
    row = tally && isOther(tally) ? row + 1 : 0
    if (row === PLACE_SECONDS) return [{ kind: 'sides', channel: null, decibels: null }]
  }
  return []
}

function isOther({ energyA, energyB, crossA, crossB, leftA, leftB }: SecondTally): boolean {
  const [widthA, widthB] = [shareOfSides(energyA, crossA), shareOfSides(energyB, crossB)]
  const step = (a: number, b: number) => Math.abs(10 * Math.log10(b / a)) >= LEAST_STEP
  const isWidth =
    Math.max(widthA, widthB) >= HEARD_SIDES && step(Math.max(widthA, LEAST_SIDES), Math.max(widthB, LEAST_SIDES))
  const balance = (left: number, energy: number) =>
    Math.max(left, energy * LEAST_SIDES) / Math.max(energy - left, energy * LEAST_SIDES)
  return isWidth || (energyA > 0 && energyB > 0 && step(balance(leftA, energyA), balance(leftB, energyB)))
}
