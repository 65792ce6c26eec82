// For each chunk: the sum of its samples, and the greatest and the mean fourth difference. An isolated wrong sample
// stands out in the fourth difference by 6 times its height, while music, whose energy is low in frequency, shrinks.
import { CHUNK, CHUNKS, channels, marks, plane } from './layout'
import { highestLane, sumOfLanes } from './lanes'

const SIX: v128 = f32x4.splat(6)
const FOUR: v128 = f32x4.splat(4)

/** Writes triples of f32 (sum, greatest, mean) for each whole chunk, channel after channel. */
export function measureRoughness(frames: i32): void {
  for (let c = 0; c < channels; c++) {
    let to = marks + <usize>(c * CHUNKS * 12)
    const first = plane(c)
    for (let start = 0; start + CHUNK <= frames; start += CHUNK, to += 12) {
      let added = f32x4.splat(0)
      let greatest = f32x4.splat(0)
      let total = f32x4.splat(0)
      const from = first + ((<usize>start) << 2)
      for (let at = from; at < from + <usize>(CHUNK * 4); at += 16) {
        const x = v128.load(at)
        const outer = f32x4.add(x, v128.load(at - 16))
        const inner = f32x4.add(v128.load(at - 4), v128.load(at - 12))
        const rough = f32x4.abs(f32x4.add(f32x4.sub(outer, f32x4.mul(FOUR, inner)), f32x4.mul(SIX, v128.load(at - 8))))
        added = f32x4.add(added, x)
        greatest = f32x4.pmax(greatest, rough)
        total = f32x4.add(total, rough)
      }
      store<f32>(to, <f32>sumOfLanes(added))
      store<f32>(to + 4, highestLane(greatest))
      store<f32>(to + 8, <f32>(sumOfLanes(total) / CHUNK))
    }
  }
}
