import type { ComparisonResult } from '#audio/comparison-result.ts'
import { CLAIMS } from '#testing/truth-pairs.ts'
import type { TruthPair } from '#testing/truth-pairs.ts'

export interface TruthVerdict {
  /** `silent`: something expected is missing, and nothing false is said. */
  readonly words: 'true' | 'silent' | 'false'
  readonly right: number
  readonly unsure: number
  readonly wrong: number
}

const PLACES = 40

/** Judges sentences and segments by how the pair was made. */
export function truthVerdict(pair: TruthPair, lines: readonly string[], result: ComparisonResult): TruthVerdict {
  const isExpected = (line: string) => [...pair.says, ...pair.maySay].some((said) => said(line))
  const isFalse = lines.some((line) => CLAIMS.test(line) && !isExpected(line) && !isEnd(line))
  const isComplete = pair.says.every((said) => lines.some((line) => said(line)))
  const seconds = result.frames.a / result.sampleRate
  let [right, unsure, wrong] = [0, 0, 0]
  for (let i = 0; i < PLACES && pair.truth; i++) {
    const at = ((i + 0.5) / PLACES) * seconds
    const segment = result.segments.find(({ from, to, isSure }) => isSure && at >= from && at < to)
    const expected = pair.truth(at)
    if (!segment) unsure++
    else if (expected !== null && Math.abs(segment.at + (at - segment.from) * segment.rate - expected) <= pair.within)
      right++
    else wrong++
  }
  return { words: isFalse ? 'false' : isComplete ? 'true' : 'silent', right, unsure, wrong }
}

/** An end that a resampled or shortened recording has as well. */
function isEnd(line: string): boolean {
  return /silence at the end/.test(line)
}
