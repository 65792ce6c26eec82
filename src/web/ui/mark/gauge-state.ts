/** Amber from four fifths on, red from nine tenths on. */
const HIGH_SHARE = 0.8
const FULL_SHARE = 0.9

/** How a measure of room looks; `share` of what may be taken, 1 and more when it is full. */
export function gaugeState(share: number): 'gauge' | 'gauge-high' | 'gauge-full' {
  return share < HIGH_SHARE ? 'gauge' : share < FULL_SHARE ? 'gauge-high' : 'gauge-full'
}
