import type { SideRows } from '#audio/side-levels.ts'
import type { Decibels } from '#shared/units.ts'

/** Rows in which one sound dominates, as a voice or a bass in the centre: nearly the same on both sides. */
const CORRELATED = 0.85
/** −50 dBFS. */
const SOUNDS = 1e-5
const FEWEST_ROWS = 30
const LEAST_SHARE = 0.15
const LEAST_OFF: Decibels = 1.4
/** A balance that is off is off by the same everywhere; sounds that are panned are each somewhere else. */
const WIDEST_SPREAD: Decibels = 0.8

/**
 * By how much the left side is louder (positive) or quieter than the right in everything that both share; null if the
 * centre is in the centre, or there is none.
 */
export function sideBalance(rows: SideRows): Decibels | null {
  const offs: Decibels[] = []
  let sounding = 0
  for (let row = 0; row < rows.count; row++) {
    const { left, right, product } = rows.mean(row, row + 1)
    if (left < SOUNDS && right < SOUNDS) continue
    sounding++
    if (product > CORRELATED * Math.sqrt(left * right)) offs.push(10 * Math.log10(left / right))
  }
  if (offs.length < FEWEST_ROWS || offs.length < LEAST_SHARE * sounding) return null
  offs.sort((one, other) => one - other)
  const share = (part: number) => offs[Math.floor(part * (offs.length - 1))] ?? 0
  const middle = share(0.5)
  const isSame = share(0.85) - share(0.15) <= WIDEST_SPREAD
  return Math.abs(middle) >= LEAST_OFF && isSame ? middle : null
}
