/** A place on a goniometer: −1 to 1, right and up. */
export interface GoniometerPoint {
  readonly x: number
  readonly y: number
}

/**
 * Where a pair of samples is: the mid signal up, the side across, so the left channel alone leans left. The distance
 * from the centre is the root of the level; otherwise quiet music would be a dot.
 */
export function goniometerPoint(left: number, right: number): GoniometerPoint {
  const [side, mid] = [(right - left) / 2, (left + right) / 2]
  const distance = Math.hypot(side, mid)
  if (distance === 0) return { x: 0, y: 0 }
  const scale = Math.sqrt(Math.min(1, distance)) / distance
  return { x: side * scale, y: mid * scale }
}
