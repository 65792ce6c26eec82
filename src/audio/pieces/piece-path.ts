/** A run of blocks of A with one offset; both ends in blocks. */
export interface PathRun {
  readonly from: number
  readonly to: number
  /** Index of the offset. */
  readonly offset: number
}

interface PathInput {
  readonly count: number
  /** In blocks, with a fraction. */
  readonly offsets: readonly number[]
  /** `score[offset][block]`: positive where they are the same sound, negative where not, 0 if nothing can be said. */
  readonly score: readonly Float32Array[]
  /** What a change of offset costs. */
  readonly jump: number
}

/**
 * The best explanation of A as runs that follow each other in A and in B. Repeated music is decided by order and by few
 * changes of offset: no block of either is used twice.
 */
export function bestPath({ count, offsets, score, jump }: PathInput): readonly PathRun[] {
  const states = offsets.length
  // Best score of a path that ends on an offset at or before each block, and where that is.
  const best = offsets.map(() => new Float32Array(count + 1))
  const bestAt = offsets.map(() => new Int32Array(count + 1).fill(-1))
  // For each block and offset: the state before it, or -1 for none, and its block.
  const cameFrom = offsets.map(() => new Int16Array(count).fill(-1))
  const cameAt = offsets.map(() => new Int32Array(count).fill(-1))
  const here = new Float32Array(states)
  const before = new Float32Array(states).fill(Number.NEGATIVE_INFINITY)
  for (let i = 0; i < count; i++) {
    for (let d = 0; d < states; d++) {
      // In bounds throughout: one entry per state and block.
      let [value, from, at] = [-jump, -1, -1]
      const own = before[d] as number
      if (own > value) [value, from, at] = [own, d, i - 1]
      for (let e = 0; e < states; e++) {
        if (e === d) continue
        const last = i - Math.max(0, Math.ceil((offsets[e] as number) - (offsets[d] as number) - 0.5))
        if (last <= 0 || (bestAt[e] as Int32Array)[last] === -1) continue
        const jumped = ((best[e] as Float32Array)[last] as number) - jump
        if (jumped > value) [value, from, at] = [jumped, e, (bestAt[e] as Int32Array)[last] as number]
      }
      const resumed = ((best[d] as Float32Array)[i] as number) - jump / 2
      if (resumed > value && (bestAt[d] as Int32Array)[i] !== -1)
        [value, from, at] = [resumed, d, (bestAt[d] as Int32Array)[i] as number]
      here[d] = value + ((score[d] as Float32Array)[i] as number)
      ;(cameFrom[d] as Int16Array)[i] = from
      ;(cameAt[d] as Int32Array)[i] = at
    }
    for (let d = 0; d < states; d++) {
      const [value, known] = [here[d] as number, (best[d] as Float32Array)[i] as number]
      before[d] = value
      ;(best[d] as Float32Array)[i + 1] = Math.max(value, known)
      ;(bestAt[d] as Int32Array)[i + 1] = value > known ? i : ((bestAt[d] as Int32Array)[i] as number)
    }
  }
  let [state, at, most] = [-1, -1, 0]
  for (let d = 0; d < states; d++)
    if (((best[d] as Float32Array)[count] as number) > most)
      [state, at, most] = [d, (bestAt[d] as Int32Array)[count] as number, (best[d] as Float32Array)[count] as number]
  const runs: PathRun[] = []
  while (state >= 0 && at >= 0) {
    let from = at
    let [next, nextAt] = [state, at]
    do {
      from = nextAt
      ;[next, nextAt] = [cameFrom[state]?.[from] ?? -1, cameAt[state]?.[from] ?? -1]
    } while (next === state && nextAt === from - 1)
    runs.push({ from, to: at + 1, offset: state })
    ;[state, at] = [next, nextAt]
  }
  return runs.toReversed()
}
