import { BLOCK, sampleLikeness } from '#audio/pieces/block-likeness.ts'
import type { BlockLikeness } from '#audio/pieces/block-likeness.ts'
import { exactMatches } from '#audio/pieces/exact-offsets.ts'
import type { ExactMatch } from '#audio/pieces/exact-offsets.ts'
import { roughMatches } from '#audio/pieces/offset-candidates.ts'
import { bestPath } from '#audio/pieces/piece-path.ts'
import type { ReducedSound } from '#audio/pieces/reduced-sound.ts'
import { featureRate, featuresOf } from '#audio/pieces/sound-features.ts'
import type { Frames, Seconds } from '#shared/units.ts'

/** A part of A that is in B, `later` frames of the reduced sounds later, with a fraction. */
export interface FoundPiece {
  readonly from: Seconds
  readonly to: Seconds
  readonly later: Frames
  /** Mean share of the sound that both have there, 0..1. */
  readonly likeness: number
  /** Whether some of it fits nowhere else, so that order and continuity decide the rest. */
  readonly isSure: boolean
}

/** Weaker matches of samples are coincidence. */
const LEAST_MATCH = 0.4
const MOST_OFFSETS = 40
/** Correlation of a second and a half that cannot be coincidence, and the share of places that have it. */
const SAME_SAMPLES = 0.75
const MOST_MOMENTS = 0.5
/** Beyond a few, only those are tried that some place fits this well. */
const FEW_OFFSETS = 12
const LIKELY = 0.55
/** Frames of the reduced sounds: closer offsets are one. */
const SAME_OFFSET: Frames = 1.5
const PARTS_OF_FRAME = 4
/** Below this share of common sound, a block is not the same. */
const LEAST_SHARED = 0.5
/** Blocks of the same sound that another offset must explain to be worth a jump. */
const JUMP = 3
const SHORTEST: Seconds = 0.5
const ROUNDS = 4
/** A piece that shares less is another recording of similar sounds. */
const LEAST_ALIKE = 0.65
/** Another offset within this of the chosen one's share fits as well. */
const AS_GOOD = 0.03
/** What must fit nowhere else, to be sure of a piece. */
const LEAST_UNIQUE: Seconds = 1

/** The parts of A that are in B with their samples, in order of A. */
export function findPieces(a: ReducedSound, b: ReducedSound): readonly FoundPiece[] {
  const matches = sampleMatches(a, b)
  const offsets = commonOffsets(matches)
  if (offsets.length === 0) return []
  return piecesOf(sampleLikeness(a, b, offsets), a, b)
}

export function sampleMatches(a: ReducedSound, b: ReducedSound): readonly ExactMatch[] {
  const seconds = (sound: ReducedSound) => sound.left.length / sound.sampleRate
  const rate = featureRate(Math.max(seconds(a), seconds(b)))
  const rough = roughMatches(featuresOf(a, rate), featuresOf(b, rate))
  return exactMatches(a, b, rough, { reach: 1.5 / rate }).filter(({ likeness }) => likeness >= LEAST_MATCH)
}

/** Whether most places have the samples of some place of B: then it was not rendered again, whatever else happened. */
export function isSameSound(a: ReducedSound, b: ReducedSound): boolean {
  const matches = sampleMatches(a, b)
  const moments = (of: readonly ExactMatch[]) => new Set(of.map(({ rough }) => rough.from)).size
  return moments(matches.filter(({ likeness }) => likeness >= SAME_SAMPLES)) >= MOST_MOMENTS * moments(matches)
}

/**
 * The offsets that explain most, merged where they are nearly equal: of those, the one that most places have. A place
 * that repeats fits best a fraction of a frame beside it.
 */
function commonOffsets(matches: readonly ExactMatch[]): readonly Frames[] {
  const groups: { later: number; weight: number; likeness: number; readonly byPart: Map<number, number> }[] = []
  for (const match of matches.toSorted((one, other) => other.likeness - one.likeness)) {
    const known = groups.find(({ later }) => Math.abs(later - match.later) <= SAME_OFFSET)
    const group = known ?? {
      later: match.later,
      weight: 0,
      likeness: match.likeness,
      byPart: new Map<number, number>(),
    }
    if (!known) groups.push(group)
    const weight = match.likeness ** 4
    const part = Math.round(match.later * PARTS_OF_FRAME)
    group.weight += weight
    group.byPart.set(part, (group.byPart.get(part) ?? 0) + weight)
  }
  return groups
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, MOST_OFFSETS)
    .filter(({ likeness }, i) => i < FEW_OFFSETS || likeness >= LIKELY)
    .map(({ byPart }) => [...byPart].reduce((best, one) => (one[1] > best[1] ? one : best))[0] / PARTS_OF_FRAME)
}

function piecesOf(blocks: BlockLikeness, a: ReducedSound, b: ReducedSound): readonly FoundPiece[] {
  const block = Math.round(BLOCK * a.sampleRate)
  const inBlocks = blocks.offsets.map((offset) => offset / block)
  const countB = Math.ceil(b.left.length / block)
  const isUsedA = new Uint8Array(blocks.count)
  const isUsedB = new Uint8Array(countB)
  const runs: { from: number; to: number; offset: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const score = blocks.likeness.map((shares, d) =>
      shares.map((share, i) => {
        const at = Math.round(i + (inBlocks[d] as number))
        if (isUsedA[i] || at < 0 || at >= countB || isUsedB[at]) return -2
        return Number.isNaN(share) ? 0 : share - LEAST_SHARED
      }),
    )
    const found = bestPath({ count: blocks.count, offsets: inBlocks, score, jump: JUMP })
    if (found.length === 0) break
    for (const run of found) {
      runs.push(run)
      for (let i = run.from; i < run.to; i++) {
        isUsedA[i] = 1
        const at = Math.round(i + (inBlocks[run.offset] as number))
        if (at >= 0 && at < countB) isUsedB[at] = 1
      }
    }
  }
  return joined(runs.toSorted((one, other) => one.from - other.from))
    .filter(({ from, to, offset }) => {
      const isLong = (to - from) * BLOCK >= SHORTEST
      return isLong && meanLikeness(blocks, from, to, offset) >= LEAST_ALIKE
    })
    .map(({ from, to, offset }) => ({
      from: (from * block) / a.sampleRate,
      to: Math.min((to * block) / a.sampleRate, a.left.length / a.sampleRate),
      later: blocks.offsets[offset] as number,
      likeness: meanLikeness(blocks, from, to, offset),
      isSure:
        uniqueSeconds(blocks, inBlocks, { from, to, offset }) >= Math.min(LEAST_UNIQUE, ((to - from) * BLOCK) / 2),
    }))
}

/** Shorter pieces, and less alike than the rest by this: single notes of music that was stretched or replaced. */
const FRAGMENT: Seconds = 5
const LESS_ALIKE = 0.06

/**
 * Without pieces that only resemble B for a moment: what is around them was replaced, and so were they. Their offsets
 * would be places that are not so.
 */
export function withoutFragments(pieces: readonly FoundPiece[]): readonly FoundPiece[] {
  const longest = pieces.reduce<FoundPiece | undefined>(
    (best, one) => (best && best.to - best.from >= one.to - one.from ? best : one),
    undefined,
  )
  if (!longest) return pieces
  return pieces.filter(({ from, to, likeness }) => to - from >= FRAGMENT || likeness >= longest.likeness - LESS_ALIKE)
}

/** What has one offset before and after a gap is one piece with other sound in it. */
function joined(runs: readonly { readonly from: number; readonly to: number; readonly offset: number }[]) {
  const made: { from: number; to: number; offset: number }[] = []
  for (const run of runs) {
    const last = made.at(-1)
    if (last?.offset === run.offset) made[made.length - 1] = { ...last, to: run.to }
    else made.push({ ...run })
  }
  return made
}

function meanLikeness({ likeness }: BlockLikeness, from: number, to: number, offset: number): number {
  let [sum, count] = [0, 0]
  for (const share of likeness[offset]?.subarray(from, to) ?? [])
    if (!Number.isNaN(share)) [sum, count] = [sum + share, count + 1]
  return count === 0 ? 0 : sum / count
}

function uniqueSeconds(
  { likeness, isSilent }: BlockLikeness,
  inBlocks: readonly number[],
  { from, to, offset }: { readonly from: number; readonly to: number; readonly offset: number },
): Seconds {
  let unique = 0
  for (let i = from; i < to; i++) {
    const own = likeness[offset]?.[i] ?? 0
    if (isSilent[i] || !(own >= LEAST_SHARED)) continue
    const fitsElsewhere = likeness.some(
      (shares, d) =>
        Math.abs((inBlocks[d] as number) - (inBlocks[offset] as number)) > 1 && (shares[i] as number) >= own - AS_GOOD,
    )
    if (!fitsElsewhere) unique++
  }
  return unique * BLOCK
}
