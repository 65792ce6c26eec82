import type { Decibels } from '#shared/units.ts'

/** Levels by distance from the top, as drawn: more space near full scale. */
const places: readonly (readonly [level: Decibels, share: number])[] = [
  [1.5, 0],
  [0, 0.03],
  [-3, 0.1],
  [-6, 0.17],
  [-12, 0.31],
  [-18, 0.42],
  [-24, 0.54],
  [-36, 0.74],
  [-48, 0.93],
  [-54, 1],
]

export const meterMarks: readonly Decibels[] = [0, -3, -6, -12, -18, -24, -36, -48]

/** 0 at the top of the meter, 1 at its bottom. */
export function meterPlace(level: Decibels): number {
  const above = places.findLastIndex(([mark]) => mark >= level)
  const [high, from] = places[above] ?? [0, 0]
  const [low, to] = places[above + 1] ?? [0, 1]
  if (above < 0) return 0
  return above === places.length - 1 ? 1 : from + ((high - level) / (high - low)) * (to - from)
}
