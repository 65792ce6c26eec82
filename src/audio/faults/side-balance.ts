import type { SideFault } from '#audio/side-faults.ts'
import type { SideRows } from '#audio/side-levels.ts'
import type { Decibels } from '#shared/units.ts'

/** Rows in which one sound dominates, as a voice or a bass in the centre: nearly the same on both sides. */
const CORRELATED = 0.85
/** −50 dBFS. */
const SOUNDS = 1e-5
/** −90 dBFS: what is silent on one side has a ratio all the same. */
const FLOOR = 1e-9
const FEWEST_ROWS = 30
const LEAST_SHARE = 0.15
const LEAST_OFF: Decibels = 1.4
/** A balance that is off is off by the same everywhere; sounds that are panned are each somewhere else. */
const WIDEST_SPREAD: Decibels = 0.8

/** Where nothing is in the centre: the sum of all sounds, on the same side for most of the time, or in every part. */
const LEAST_OFF_TOGETHER: Decibels = 1.5
const SAME_SIDE = 0.65
/** Sounds that are panned hard are now on one side, now on the other; not so their sum over a part of the recording. */
const PARTS = 6

/** What sounds on both sides is turned round on one of them, in so many of the rows in which it dominates. */
const OPPOSED = -0.6
const SHARE_OPPOSED = 0.9

/** Whether what both sides share is opposite in them, although the rest hides it in the whole; and where. */
export function opposedAt(rows: SideRows): { readonly row: number; readonly correlation: number } | null {
  let [same, opposed, worst, row] = [0, 0, 0, 0]
  for (let at = 0; at < rows.count; at++) {
    const { left, right, product } = rows.mean(at, at + 1)
    if (left < SOUNDS || right < SOUNDS) continue
    const correlation = product / Math.sqrt(left * right)
    if (correlation > -OPPOSED) same++
    else if (correlation < OPPOSED) opposed++
    if (correlation < worst) [worst, row] = [correlation, at]
  }
  const isOpposed = opposed >= FEWEST_ROWS && opposed >= SHARE_OPPOSED * (opposed + same)
  return isOpposed ? { row, correlation: worst } : null
}

export interface SideBalance {
  /** By how much the left side is louder (positive) or quieter than the right. */
  readonly off: Decibels
  /** The sounds are panned here and there: they may have been meant so. */
  readonly unsure: boolean
  /** A row in which it can be heard well. */
  readonly row: number
}

/**
 * How far everything that both sides share is off the centre; null if it is not, or hardly. Where a channel is silent
 * by a fault is no question of balance.
 */
export function sideBalance(rows: SideRows, faults: readonly SideFault[] = []): SideBalance | null {
  const silent = faults
    .filter(({ kind }) => kind !== 'flips')
    .map(({ from, to }) => [rows.rowAt(from), to === null ? rows.count : rows.rowAt(to)] as const)
  const offs: Decibels[] = []
  const together: Decibels[] = []
  let [leftSum, rightSum, loudest, row] = [0, 0, 0, 0]
  for (let at = 0; at < rows.count; at++) {
    const { left, right, product } = rows.mean(at, at + 1)
    if ((left < SOUNDS && right < SOUNDS) || silent.some(([from, to]) => at >= from && at <= to)) continue
    const off = 10 * Math.log10((left + FLOOR) / (right + FLOOR))
    together.push(off)
    leftSum += left
    rightSum += right
    if (product > CORRELATED * Math.sqrt(left * right)) offs.push(off)
    if (left + right > loudest) [loudest, row] = [left + right, at]
  }
  const share = (of: readonly Decibels[], part: number) => of[Math.floor(part * (of.length - 1))] ?? 0
  offs.sort((one, other) => one - other)
  if (offs.length >= FEWEST_ROWS && offs.length >= LEAST_SHARE * together.length) {
    const middle = share(offs, 0.5)
    const isSame = share(offs, 0.85) - share(offs, 0.15) <= WIDEST_SPREAD
    if (isSame) return Math.abs(middle) >= LEAST_OFF ? { off: middle, unsure: false, row } : null
  }
  if (together.length < FEWEST_ROWS || silent.length > 0) return null
  const off = 10 * Math.log10((leftSum + FLOOR) / (rightSum + FLOOR))
  const onThatSide = together.filter((one) => one * off > 0).length
  return Math.abs(off) >= LEAST_OFF_TOGETHER && (onThatSide >= SAME_SIDE * together.length || leansAlways(rows, off))
    ? { off, unsure: true, row }
    : null
}

/** Whether each part of the recording that sounds leans to this side. */
function leansAlways(rows: SideRows, off: Decibels): boolean {
  return Array.from({ length: PARTS }, (_, part) =>
    rows.mean(Math.round((rows.count * part) / PARTS), Math.round((rows.count * (part + 1)) / PARTS)),
  ).every(({ left, right }) => left + right < SOUNDS || (left - right) * off > 0)
}
