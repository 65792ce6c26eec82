// Load only in the disposable child process.
import { PLAIN_MATCH } from '#audio/channel-match.ts'
import { comparisonChanges } from '#audio/comparison-changes.ts'
import { agreementOf, secondKinds } from '#audio/comparison-agreement.ts'
import { comparisonLevels, LEAST_SAME } from '#audio/comparison-levels.ts'
import type { ComparisonMap } from '#audio/comparison-map-file.ts'
import { COMPARISON_VERSION, isExact } from '#audio/comparison-result.ts'
import type {
  Agreement,
  AlignedSegment,
  Alignment,
  Beat,
  Change,
  ComparedPair,
  ComparisonResult,
  OwnEnd,
} from '#audio/comparison-result.ts'
import { dynamicsChange, energyGain } from '#audio/dynamics-change.ts'
import { hasWidth, widthByBand } from '#audio/band-width.ts'
import { besideDynamics, changedSides, widthChange } from '#audio/stereo-width.ts'
import { isMostlyUnnamed } from '#audio/unnamed-rest.ts'
import { metreOf, TRUSTED_TEMPO, tempoOf } from '#audio/tempo.ts'
import type { Frames, Hertz } from '#shared/units.ts'
import { withoutReplaced } from '#audio/pieces/replaced-sound.ts'
import { comparePieces } from '#server/media/compare-pieces.ts'
import { openPair } from '#server/media/compared-source.ts'
import type { Compared, ComparedSource } from '#server/media/compared-source.ts'
import { findAlignment, lengthOf } from '#server/media/find-alignment.ts'
import type { FoundAlignment, Grids } from '#server/media/find-alignment.ts'
import { hasMoved } from '#server/media/moved-sound.ts'
import { SideBySide } from '#server/media/side-by-side.ts'
import type { Ending, ReadPair } from '#server/media/side-by-side.ts'

/** The share of the lower rate up to which conversions are alike. */
const CONVERTED = 0.45
/** Two measurements of one tempo are this close. */
const SAME_TEMPO = 0.003

/** The share of audible seconds that must agree for one offset to explain everything. */
const EXPLAINED = 0.95

/** Finds what changed from A to B: with one offset, or in pieces if that does not explain everything. */
export async function compareSounds(
  sources: ComparedPair<ComparedSource>,
  grids: Grids,
  onFrames: (framesOfA: Frames) => void = () => undefined,
): Promise<Compared> {
  const { reading, ...begun } = await begin(sources, grids, onFrames)
  const isAlike = await reading.readWhileAlike()
  if (!isAlike) {
    const found = await comparePieces(sources, grids, outlineOf(begun, reading))
    if (found) return withBeat(found, grids)
  }
  const whole = await compareWhole(sources, grids, { ...begun, read: await reading.finish() })
  if (!isAlike || whole.isExplained || whole.result.unaligned === 'silence') return whole
  return withBeat((await comparePieces(sources, grids, whole.result)) ?? whole, grids)
}

function withBeat(compared: Compared, grids: Grids): Compared {
  const { edits, speed } = compared.result
  return edits.length === 0 || speed ? compared : { ...compared, result: { ...compared.result, beat: beatOf(grids) } }
}

/** Both must have one tempo: edits are counted in its bars. */
function beatOf(grids: Grids): Beat | null {
  const [a, b] = [tempoOf(grids.a), tempoOf(grids.b)]
  if (!a || !b || Math.min(a.confidence, b.confidence) < TRUSTED_TEMPO) return null
  const { beatsPerMinute } = a
  if (Math.abs(b.beatsPerMinute / beatsPerMinute - 1) > SAME_TEMPO) return null
  const isCertain = !a.other && !b.other
  return { beatsPerMinute, isCertain, beatsPerBar: metreOf(grids.a, beatsPerMinute) }
}

interface Begun {
  readonly aligned: Aligned
  readonly unaligned: ComparisonResult['unaligned']
}

/** One pass over a few minutes to align them, then one over both side by side. */
async function begin(
  sources: ComparedPair<ComparedSource>,
  grids: Grids,
  onFrames: (framesOfA: Frames) => void,
): Promise<Begun & { readonly reading: SideBySide }> {
  const first = await openPair(sources)
  const found = await findAlignment(first.a, first.b, grids)
  const isFound = typeof found !== 'string'
  const aligned: Aligned = isFound ? found : { alignment: null, channels: PLAIN_MATCH, probes: [] }
  const offset = aligned.alignment?.offsetFrames ?? 0
  const { channels } = aligned
  const reading = await SideBySide.open(sources, { offset, channels, lasting: lengthOf(grids), onFrames })
  return { aligned, unaligned: isFound ? null : found, reading }
}

/** What is known of two recordings that one offset does not explain, before both were read to the end. */
function outlineOf({ aligned: { alignment }, unaligned }: Begun, reading: SideBySide): ComparisonResult {
  const { sampleRate, sampleRates, channels } = reading
  const nothing = { seconds: 0, audible: false }
  const end = { head: nothing, tail: nothing }
  return {
    version: COMPARISON_VERSION,
    sampleRate,
    sampleRates,
    channels,
    frames: { a: 0, b: 0 },
    alignment,
    unaligned,
    agreement: { isWhole: false, seconds: 0, spans: [] },
    segments: [],
    isRenderedAgain: false,
    speed: null,
    beat: null,
    edits: [],
    gain: null,
    identicalAudio: false,
    overlap: null,
    only: { a: end, b: end },
    residual: null,
    changes: [],
    partTiming: null,
    dynamics: null,
    channelChanges: [],
    isPartlyUnnamed: false,
  }
}

async function compareWhole(
  sources: ComparedPair<ComparedSource>,
  grids: Grids,
  { aligned, unaligned, read }: Begun & { readonly read: ReadPair },
): Promise<Compared & { readonly isExplained: boolean }> {
  const judged = await judge(sources, { aligned, read, cells: grids.a })
  const { sampleRate, headA, headB, tailA, tailB, shared } = read
  const { alignment } = aligned
  const dynamics = judged.agreement?.isWhole
    ? dynamicsChange(read.seconds, { changes: judged.changes, cells: grids })
    : null
  const result: ComparisonResult = {
    version: COMPARISON_VERSION,
    sampleRate,
    sampleRates: read.sampleRates,
    channels: read.channels,
    frames: { a: headA.frames + shared + tailA.frames, b: headB.frames + shared + tailB.frames },
    alignment,
    unaligned,
    agreement: judged.agreement,
    segments: segmentsOf(judged, alignment, read),
    isRenderedAgain: false,
    speed: null,
    beat: null,
    edits: [],
    gain: dynamics ? energyGain(read.seconds) : judged.gain,
    identicalAudio:
      read.equal &&
      shared > 0 &&
      [headA, headB, tailA, tailB].every(({ blank }) => blank) &&
      sources.a.isSound() &&
      sources.b.isSound(),
    overlap: shared > 0 ? overlapOf(read) : null,
    only: {
      a: { head: ownEnd(headA, sampleRate), tail: ownEnd(tailA, sampleRate) },
      b: { head: ownEnd(headB, sampleRate), tail: ownEnd(tailB, sampleRate) },
    },
    residual: judged.levels.wholeResidual,
    changes: dynamics ? judged.changes.filter(({ kind }) => kind !== 'level') : judged.changes,
    partTiming: null,
    dynamics,
    channelChanges: dynamics ? besideDynamics(judged.channelChanges) : judged.channelChanges,
    isPartlyUnnamed:
      judged.agreement?.isWhole === true &&
      dynamics === null &&
      isMostlyUnnamed(read.seconds, { changes: judged.changes, inverted: alignment?.inverted ?? false }),
  }
  const heard = judged.kinds.filter((kind) => kind !== undefined && kind !== 'silent' && kind !== 'muted')
  const agreeing = heard.filter((kind) => kind === 'agrees').length
  const isExplained =
    result.identicalAudio || (judged.agreement?.isWhole === true && agreeing >= EXPLAINED * heard.length)
  return { result, map: mapOf(read.seconds.length, judged), isExplained }
}

/** Without an alignment, both are read from the beginning. */
type Aligned = Omit<FoundAlignment, 'alignment'> & { readonly alignment: FoundAlignment['alignment'] | null }

interface Judged {
  readonly agreement: Agreement | null
  readonly gain: number | null
  readonly levels: ReturnType<typeof comparisonLevels>
  readonly kinds: ReturnType<typeof secondKinds>
  readonly changes: readonly Change[]
  readonly channelChanges: ComparisonResult['channelChanges']
}

/** Decides what changed. If a change may be audio that has moved, reads both again. */
async function judge(
  sources: ComparedPair<ComparedSource>,
  {
    aligned: { alignment, channels: match, probes },
    read,
    cells,
  }: { readonly aligned: Aligned; readonly read: ReadPair; readonly cells: Float32Array },
): Promise<Judged> {
  const { seconds, equal } = read
  const inverted = alignment?.inverted ?? false
  const kinds = secondKinds(seconds, inverted)
  const levels = comparisonLevels(
    seconds,
    inverted,
    kinds.map((kind) => kind === 'agrees'),
  )
  const overlap = overlapOf(read)
  const isHeldExactly = alignment !== null && isExact(alignment)
  const held = seconds.map((tally, second) => (isSame(kinds[second]) ? tally : undefined))
  const changesOf = (agreed: Agreement | null) =>
    agreed?.isWhole && levels.gain !== null
      ? comparisonChanges(seconds, levels, {
          inverted,
          isExact: isHeldExactly,
          endSeconds: overlap.to,
          ...(read.sampleRates.a !== read.sampleRates.b && { highest: CONVERTED * read.sampleRate }),
          width: widthByBand(held, { gain: levels.gain, span: overlap }),
        })
      : []
  const facts = alignment && {
    probes,
    timing: alignment.timing,
    overlap,
    audibleEnds: audibleEnds(read),
    hasMoved: false,
  }
  const atFirst = facts && agreementOf(kinds, facts)
  const offset = alignment?.offsetFrames ?? 0
  const isMoved = facts !== null && (await isFoundBeside(sources, { changes: changesOf(atFirst), offset, cells }))
  const agreement = isMoved ? agreementOf(kinds, { ...facts, hasMoved: true }) : atFirst
  const isWhole = agreement?.isWhole ?? false
  // While two recordings drift against each other, a few seconds may match by chance.
  const leastSame = alignment?.timing === 'steady' ? LEAST_SAME : Math.max(LEAST_SAME, kinds.length / 5)
  const changes = changesOf(agreement)
  const same = seconds.filter((_, second) => isSame(kinds[second]))
  // For an insert or another place, the sides say nothing about the whole.
  const ofAll =
    alignment && (isWhole || equal) ? [...match.changes, ...(hasWidth(changes) ? [] : widthChange(same))] : []
  return {
    agreement,
    gain: agreement && (isWhole || agreement.seconds >= leastSame) ? levels.gain : null,
    levels,
    kinds,
    changes,
    channelChanges: isWhole && ofAll.length + changes.length === 0 ? changedSides(same) : ofAll,
  }
}

/** The same sound, at least with something else added. */
function isSame(kind: ReturnType<typeof secondKinds>[number]): boolean {
  return kind === 'agrees' || kind === 'alike'
}

/** Near an edit, the bands of two different places would be compared: those cells stay empty. */
function mapOf(seconds: number, { agreement, kinds, levels }: Judged): ComparisonMap {
  const isHeld = (second: number) => agreement?.isWhole || kinds[second] === 'agrees'
  return {
    seconds,
    level: (second, band) => (isHeld(second) ? (levels.level[second]?.[band] ?? Number.NaN) : Number.NaN),
    residual: (second) => levels.residual[second] ?? Number.NaN,
  }
}

/** In seconds, on A's timeline. */
function overlapOf({ headA, shared, sampleRate }: ReadPair): { readonly from: number; readonly to: number } {
  return { from: headA.frames / sampleRate, to: (headA.frames + shared) / sampleRate }
}

function segmentsOf(
  { agreement, changes }: Judged,
  alignment: Alignment | null,
  read: ReadPair,
): readonly AlignedSegment[] {
  if (!agreement || !alignment) return []
  const later = alignment.offsetFrames / read.sampleRate
  const isExactHere = isExact(alignment)
  const spans = agreement.isWhole ? [overlapOf(read)] : agreement.spans
  return withoutReplaced(
    spans.map(({ from, to }) => ({ from, to, at: from + later, rate: 1, isExact: isExactHere, isSure: true })),
    changes,
  )
}

/** How many seconds at the beginning and end are audible in only one of them. */
function audibleEnds({ headA, headB, tailA, tailB, sampleRate }: ReadPair) {
  const longest = (...both: readonly Ending[]) =>
    both.reduce((most, end) => (end.audible ? Math.max(most, end.frames / sampleRate) : most), 0)
  return { head: longest(headA, headB), tail: longest(tailA, tailB) }
}

/** Whether audio that differs at its place is found slightly earlier or later. Opens both again only in that case. */
async function isFoundBeside(
  sources: ComparedPair<ComparedSource>,
  places: { readonly changes: readonly Change[]; readonly offset: Frames; readonly cells: Float32Array },
): Promise<boolean> {
  if (!places.changes.some(({ kind }) => kind === 'different')) return false
  const { a, b } = await openPair(sources)
  return hasMoved(a, b, places)
}

function ownEnd({ frames, audible }: Ending, sampleRate: Hertz): OwnEnd {
  return { seconds: frames / sampleRate, audible }
}
