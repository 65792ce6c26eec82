import type { Agreement, AlignmentTiming, TimeSpan } from '#audio/comparison-result.ts'
import { silence } from '#audio/comparison-levels.ts'
import type { SecondTally } from '#audio/comparison-tally.ts'
import type { Seconds } from '#shared/units.ts'

/** A short loud place of A, and how well B fits there, 0..1: at the chosen offset, and at each other candidate. */
export interface ProbedPlace {
  readonly at: Seconds
  readonly fit: number
  readonly others: readonly number[]
}

/** Energy this far below a second's loudest band is ignored: codecs drop it. */
const HEARD_SHARE = 1e-3
/** In most bands, the correlation must be at least this for a second to match. */
const ALIKE_BAND = 0.7
const MOST_BANDS = 0.75
/** A lower overall correlation means another sound. */
const LEAST_LIKENESS = 0.5
/** The share of sounding seconds that must match for one alignment to cover everything. */
const LEAST_SHARE = 0.7
const LEAST_SHARE_REPEATING = 0.95
/** From this length on, what only one of them has is a new or missing end. */
const SOME_END: Seconds = 0.05
/** The seconds next to such an end must match. */
const BESIDE_END = 2
const BESIDE_END_REPEATING = 8
/** A place that fits elsewhere this well, and this many times better than at its own place, was moved there. */
const MOVED_FIT = 0.98
const MOVED_MORE = 0.05
const MOST_SPANS = 1000

/**
 * `agrees`: the same sound, as far as the bands show. `alike`: the same sound with something else added. `silent`: in
 * both; `muted`: in one.
 */
export type SecondKind = 'agrees' | 'alike' | 'differs' | 'muted' | 'silent'

interface AgreementFacts {
  readonly probes: readonly ProbedPlace[]
  readonly timing: AlignmentTiming
  /** Audible sound that only one has, before and after the shared part. */
  readonly audibleEnds: { readonly head: Seconds; readonly tail: Seconds }
  readonly overlap: TimeSpan
  /** Some of it was found slightly before or after its place. */
  readonly hasMoved: boolean
}

export function secondKinds(
  seconds: readonly (SecondTally | undefined)[],
  inverted: boolean,
): readonly (SecondKind | undefined)[] {
  return seconds.map((tally) => tally && kindOf(tally, inverted))
}

/** Which seconds one alignment covers. */
export function agreementOf(kinds: readonly (SecondKind | undefined)[], facts: AgreementFacts): Agreement {
  const { audibleEnds, overlap } = facts
  const probes = facts.probes.filter(({ at }) => at >= overlap.from && at + 1 <= overlap.to)
  const sounding = kinds.filter((kind) => kind !== undefined && kind !== 'silent')
  const heard = sounding.filter((kind) => kind !== 'muted').length
  const [agreeing, alike] = [countOf(sounding, 'agrees'), countOf(sounding, 'alike')]
  const hasEnds = audibleEnds.head >= SOME_END || audibleEnds.tail >= SOME_END
  // In repetitive music a small difference may be another round of the loop.
  const repeats = repeatsItself(probes)
  const isLoose = repeats && agreeing < LEAST_SHARE_REPEATING * heard
  const isStrict = isLoose && hasEnds
  const isFine = (kind: SecondKind | undefined) => kind === 'agrees' || (kind === 'alike' && !isLoose)
  const beside = (edge: readonly (SecondKind | undefined)[]) =>
    edge.filter((kind) => kind !== undefined && kind !== 'silent').slice(0, repeats ? BESIDE_END_REPEATING : BESIDE_END)
  const isLinedUp = (edge: readonly (SecondKind | undefined)[]) =>
    beside(edge).every((kind) => kind === 'agrees' || (kind === 'alike' && !repeats))
  const headFits = audibleEnds.head < SOME_END || isLinedUp(kinds)
  const tailFits = audibleEnds.tail < SOME_END || isLinedUp(kinds.toReversed())
  const moved = longestMove(probes)
  const isMoved = facts.hasMoved || moved > 1 || (moved === 1 && hasEnds)
  // One offset is right only on average, or several are equally possible.
  if (facts.timing !== 'steady') return { isWhole: false, seconds: agreeing, spans: [] }
  const isWhole =
    agreeing + alike > 0 && agreeing + alike >= LEAST_SHARE * heard && !isStrict && headFits && tailFits && !isMoved
  return {
    isWhole,
    seconds: agreeing,
    spans: spansOf(kinds, overlap, isFine, isWhole && !isLoose ? () => true : onlyThere(probes)),
  }
}

function countOf(kinds: readonly (SecondKind | undefined)[], counted: SecondKind): number {
  return kinds.filter((kind) => kind === counted).length
}

function kindOf(tally: SecondTally, inverted: boolean): SecondKind {
  const { energyA, energyB, product, bandsA, bandsB, bandsProduct } = tally
  const quiet = silence(tally)
  if (energyA <= quiet && energyB <= quiet) return 'silent'
  if (energyA <= quiet || energyB <= quiet) return 'muted'
  const sign = inverted ? -1 : 1
  const likeness = (sign * product) / Math.sqrt(energyA * energyB)
  if (!(likeness >= LEAST_LIKENESS)) return 'differs'
  const [loudestA, loudestB] = [Math.max(...bandsA), Math.max(...bandsB)]
  let [heard, same] = [0, 0]
  bandsA.forEach((a, band) => {
    const b = bandsB[band] ?? 0
    if (a < loudestA * HEARD_SHARE && b < loudestB * HEARD_SHARE) return
    heard++
    if (sign * (bandsProduct[band] ?? 0) >= ALIKE_BAND * Math.sqrt(a * b)) same++
  })
  return heard > 0 && same >= MOST_BANDS * heard ? 'agrees' : 'alike'
}

/** Loops fit at many places: music where at least half of the places do is repetitive. */
function repeatsItself(probes: readonly ProbedPlace[]): boolean {
  return (
    probes.length > 0 &&
    probes.filter(({ fit, others }) => fit > 0 && others.some((other) => other >= 0.8 * fit)).length >=
      probes.length / 2
  )
}

/** The longest run of places that fit B elsewhere but not at their own place: that part was moved. */
function longestMove(probes: readonly ProbedPlace[]): number {
  let longest = 0
  const candidates = probes[0]?.others.length ?? 0
  for (let other = 0; other < candidates; other++) {
    let row = 0
    for (const { fit, others } of probes) {
      // Where B is silent it was muted, although repetitive music fits elsewhere too.
      row = fit > 0 && (others[other] ?? 0) >= MOVED_FIT && (others[other] ?? 0) > fit + MOVED_MORE ? row + 1 : 0
      longest = Math.max(longest, row)
    }
  }
  return longest
}

/** Whether the places around a second fit nowhere else: in repetitive music any bar might be meant. */
function onlyThere(probes: readonly ProbedPlace[]): (second: Seconds) => boolean {
  const isOnly = ({ fit, others }: ProbedPlace) => fit >= 0.6 && others.every((other) => other < fit - 0.1)
  const gap = probes.reduce((most, { at }, i) => Math.max(most, at - (probes[i - 1]?.at ?? at)), 0)
  return (second) => {
    const before = probes.findLast(({ at }) => at <= second)
    const after = probes.find(({ at }) => at > second)
    const near = [before, after].filter((probe) => probe !== undefined)
    const isNear =
      (before !== undefined && second - before.at <= gap) || (after !== undefined && after.at - second <= gap)
    return isNear && near.every(isOnly)
  }
}

function spansOf(
  kinds: readonly (SecondKind | undefined)[],
  overlap: TimeSpan,
  isFine: (kind: SecondKind | undefined) => boolean,
  isOnly: (second: Seconds) => boolean,
): readonly TimeSpan[] {
  const spans: TimeSpan[] = []
  let run: { from: number; isSame: boolean } | undefined
  const close = (to: number) => {
    if (run?.isSame) spans.push({ from: Math.max(run.from, overlap.from), to: Math.min(to, overlap.to) })
    run = undefined
  }
  kinds.forEach((kind, second) => {
    const isSame = isFine(kind) && isOnly(second)
    if (!isSame && kind !== 'silent') return close(second)
    run ??= { from: second, isSame: false }
    run.isSame ||= isSame
  })
  close(kinds.length)
  return spans.slice(0, MOST_SPANS)
}
