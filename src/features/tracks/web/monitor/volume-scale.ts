import type { Decibels } from '#shared/units.ts'

/** Steps of the slider: half decibels down to −48 dB, and silence at the left end. */
export const volumeSteps = 97

const lowest: Decibels = -48

export function volumeAt(place: number): Decibels {
  return place <= 0 ? -Infinity : Math.min(0, lowest + (Math.min(volumeSteps, place) - 1) / 2)
}

export function volumePlace(volume: Decibels): number {
  if (volume < lowest) return 0
  return Math.min(volumeSteps, Math.round((volume - lowest) * 2) + 1)
}
