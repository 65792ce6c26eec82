/** A fictional song for the sign-in page: the loudness of each section and its start, both in 0..1. */
interface Stretch {
  readonly from: number
  readonly level: number
}

const song: readonly Stretch[] = [
  { from: 0, level: 0.12 },
  { from: 0.12, level: 0.36 },
  { from: 0.3, level: 0.62 },
  { from: 0.36, level: 0.74 },
  { from: 0.5, level: 0.46 },
  { from: 0.62, level: 0.84 },
  { from: 0.78, level: 0.66 },
  { from: 0.92, level: 0.94 },
]

/** Heights of `count` bars in 0..1. Deterministic: another `take` differs only in detail. */
export function loginWave(count: number, take: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => {
    const level = song.findLast(({ from }) => from <= index / count)?.level ?? 0
    const beat = index % 8 === 0 ? 1.18 : index % 4 === 0 ? 1.04 : 0.86
    return Math.min(1, Math.max(0.05, level * beat * (0.72 + 0.42 * noise(index, 7) + 0.08 * noise(index, take))))
  })
}

/** Bars as one SVG path, each 2 wide, 4 apart, mirrored around the middle of `height`. */
export function barsPath(bars: readonly number[], from: number, to: number, height: number): string {
  return bars
    .slice(from, to)
    .map((bar, index) => {
      const size = Math.max(2, Math.round(bar * height))
      return `M${(from + index) * 4} ${(height - size) / 2}h2v${size}h-2z`
    })
    .join('')
}

/** A pseudo-random number in 0..1 from a position and a seed. */
function noise(place: number, seed: number): number {
  const wave = Math.sin(place * 12.9898 + seed * 78.233) * 43758.5453
  return wave - Math.floor(wave)
}
