/** `over`: at or above 0 dBTP. `hot`: above −1 dBTP as shown, so −1.0 itself is fine. */
export function peakTrouble(peak: number | null): 'over' | 'hot' | null {
  if (peak === null) return null
  const shown = Math.round(peak * 10) / 10
  if (shown >= 0) return 'over'
  return shown > -1 ? 'hot' : null
}
