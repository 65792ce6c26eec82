/** Amber from 80 %, red from 90 %. */
const HIGH_SHARE = 0.8
const FULL_SHARE = 0.9

/** The state of a gauge for storage use; `share` of the quota, 1 or more when it is full. */
export function gaugeState(share: number): 'gauge' | 'gauge-high' | 'gauge-full' {
  return share < HIGH_SHARE ? 'gauge' : share < FULL_SHARE ? 'gauge-high' : 'gauge-full'
}
