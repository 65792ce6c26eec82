// Load only in the disposable child process.
import type { ChannelMatch } from '#audio/channel-match.ts'
import type { ComparedPair } from '#audio/comparison-result.ts'
import { ComparisonTally } from '#audio/comparison-tally.ts'
import type { SecondTally } from '#audio/comparison-tally.ts'
import type { Frames, Seconds } from '#shared/units.ts'
import { openPair } from '#server/media/compared-source.ts'
import type { ComparedSource } from '#server/media/compared-source.ts'
import { sidesOf } from '#server/media/converted-reader.ts'

/** A stretch of A and where it begins in B. */
export interface FramedSegment {
  readonly from: Frames
  readonly to: Frames
  readonly at: Frames
}

const BLOCK: Frames = 8192
/** Parts that were moved take one more pass each time the order changes. */
const MOST_PASSES = 4

/** Compares the segments second by second of A, reading both forward only. */
export async function tallySegments(
  sources: ComparedPair<ComparedSource>,
  segments: readonly FramedSegment[],
  { speed, channels, lasting }: { readonly speed: number; readonly channels: ChannelMatch; readonly lasting: Seconds },
): Promise<readonly (SecondTally | undefined)[]> {
  const seconds: (SecondTally | undefined)[] = []
  for (const chain of ascending(segments).slice(0, MOST_PASSES)) {
    const { a, b, sampleRate } = await openPair(sources, speed)
    let [atA, atB] = [0, 0]
    for (const { from, to, at } of chain) {
      // Neighbours may overlap by a few frames.
      await a.skip(Math.max(0, from - atA))
      await b.skip(Math.max(0, at - atB))
      const tally = new ComparisonTally(sampleRate, from, { match: channels, lasting })
      for (let left = to - from; left > 0; left -= BLOCK) {
        const count = Math.min(BLOCK, left)
        const [x, y] = [sidesOf(await a.read(count)), sidesOf(await b.read(count))]
        const both = Math.min(x.left.length, y.left.length)
        if (both === 0) break
        tally.add(
          { left: x.left.subarray(0, both), right: x.right.subarray(0, both) },
          { left: y.left.subarray(0, both), right: y.right.subarray(0, both) },
        )
      }
      ;[atA, atB] = [to, at + to - from]
      tally.finish().forEach((second, i) => {
        const known = seconds[i]
        if (second && (!known || known.frames < second.frames)) seconds[i] = second
      })
    }
  }
  // Of a second that a seam cuts, too little remains to judge.
  return Array.from(seconds)
}

/** As few passes as the order of B allows. */
function ascending(segments: readonly FramedSegment[]): readonly (readonly FramedSegment[])[] {
  const chains: FramedSegment[][] = []
  for (const segment of segments) {
    const chain = chains.find((one) => {
      const last = one.at(-1)
      return last !== undefined && last.at + last.to - last.from <= segment.at
    })
    if (chain) chain.push(segment)
    else chains.push([segment])
  }
  return chains
}
