import { CHUNK_FRAMES, rootMeanSquare } from '#audio/faults/sample-block.ts'
import type { SampleBlock } from '#audio/faults/sample-block.ts'
import { gapsNotMeant } from '#audio/faults/meant-gaps.ts'
import { MOSTLY_ALONE, SHORTEST_PAUSE } from '#audio/faults/sound-gap.ts'
import type { DeadEnd, SoundGap } from '#audio/faults/sound-gap.ts'
import type { Frames, Hertz, Seconds } from '#shared/units.ts'

/** −83 dBFS: digital silence with dither. */
const SILENT = 7e-5
/** −46 dBFS, before and after; quieter than −40, it is said with less certainty. */
const SOUNDS = 0.005
const SURELY_SOUNDS = 0.01
/** How much of a sound is compared with its last and first millisecond. */
const BESIDE: Frames = 512
const AT_EDGE: Frames = 48
/** Faded over three milliseconds, the last one is a sixth as loud as what precedes it. */
const NOT_FADED = 0.1
const NOT_FADED_TOGETHER = 0.04
const SHORT_NOT_FADED = 0.18
const SURELY_NOT_FADED = 0.22
/** A fade, or a wave that begins, is nearer to zero. */
const LEAST_JUMP = 0.1
/** Of another level after it, something else begins. */
const SAME_LEVEL = 4
const ROUGHLY_SAME_LEVEL = 8
/** A sound that begins, as a drum, is loudest first; one that goes on is as loud later. In chunks after the gap. */
const BEGINS = 2.2
/** A sound that swells is quieter first. */
const SWELLS = 0.7
const FIRST_CHUNKS = 16
const LATER_CHUNKS: readonly [number, number] = [60, 90]
const MOST_REMEMBERED = 200
/** The other one must sound for as long, in all. */
const SHORTEST_DEAD_END: Seconds = 2

/** How a sound ends at a silence, or begins after it. */
interface SoundEdge {
  readonly level: number
  /** The millisecond at the edge, compared with the level. */
  readonly abrupt: number
  /** The sample at the edge, compared with the level. */
  readonly jump: number
  /** How far from zero the edge is, compared with the slower waves. */
  readonly lean: number
}

interface SoundPause {
  readonly from: Frames
  readonly to: Frames
  /** Frames in which the other channel sounds. */
  readonly alone: Frames
}

/** The state of one channel, or of all together. */
interface Lane {
  readonly channels: readonly number[]
  readonly channel: number | null
  silentSince: Frames | null
  /** For how many chunks the other channel has sounded meanwhile. */
  otherSounds: number
  before: SoundEdge | null
  pending: (SoundPause & { readonly before: SoundEdge }) | null
  /** Whether something begins after it is seen by what follows. */
  likely: { readonly gap: SoundGap; readonly peaks: number[] } | null
}

/**
 * Finds drop-outs: digital silence into which the sound falls from one sample to the next, and after which it goes on
 * as suddenly, in the middle of a wave. A pause of the music ends in a decay or a fade, and what follows it begins.
 */
export class GapWatch {
  readonly #sampleRate: Hertz
  readonly #lanes: readonly Lane[]
  readonly #found: SoundGap[] = []

  constructor(sampleRate: Hertz, channels: number) {
    this.#sampleRate = sampleRate
    const lane = (of: readonly number[], channel: number | null): Lane => ({
      channels: of,
      channel,
      silentSince: null,
      otherSounds: 0,
      before: null,
      pending: null,
      likely: null,
    })
    const all = Array.from({ length: channels }, (_, channel) => channel)
    this.#lanes = [lane(all, null), ...(channels === 2 ? all.map((channel) => lane([channel], channel)) : [])]
  }

  add(block: SampleBlock): void {
    const chunks = Math.floor(block.frames / CHUNK_FRAMES)
    const quietest = block.chunks.map(({ peaks }) => leastOf(peaks, chunks))
    for (const lane of this.#lanes) {
      const isIdle = lane.silentSince === null && lane.pending === null && lane.likely === null
      if (isIdle && lane.channels.some((channel) => (quietest[channel] ?? 0) > SILENT)) continue
      this.#judge(lane, block)
      for (let chunk = 0; chunk < chunks; chunk++) this.#chunk(lane, block, chunk)
      this.#judge(lane, block)
    }
  }

  /** Those of all channels, and those of one that are not among them and at most this long. */
  gaps(longestOfOne: Seconds): readonly SoundGap[] {
    const waiting = this.#lanes.flatMap(({ likely }) => (likely ? [likely.gap] : []))
    return gapsNotMeant([...this.#found, ...waiting], { longestOfOne, sampleRate: this.#sampleRate })
  }

  /** Channels that fell silent from one sample to the next and stay so until the end, while the other one sounds on. */
  deadEnds(): readonly DeadEnd[] {
    return this.#lanes.flatMap(({ channel, silentSince, before, otherSounds }) =>
      channel !== null &&
      silentSince !== null &&
      before !== null &&
      before.abrupt >= NOT_FADED &&
      otherSounds * CHUNK_FRAMES >= SHORTEST_DEAD_END * this.#sampleRate
        ? [{ from: silentSince, channel, unsure: before.abrupt < SURELY_NOT_FADED || before.level < SURELY_SOUNDS }]
        : [],
    )
  }

  #chunk(lane: Lane, block: SampleBlock, chunk: number): void {
    const at = chunk * CHUNK_FRAMES
    let peak = 0
    for (const channel of lane.channels) peak = Math.max(peak, block.chunks[channel]?.peaks[chunk] ?? 0)
    const isSilent = peak <= SILENT
    if (lane.likely) this.#follow(lane, lane.likely, peak)
    if (isSilent && lane.silentSince === null) {
      const edge = this.#edge(lane, block, at, -1)
      lane.silentSince = block.from + edge
      lane.otherSounds = 0
      lane.before = this.#edgeOf(lane, block, edge, -1)
    } else if (!isSilent && lane.silentSince !== null) {
      const to = block.from + this.#edge(lane, block, at, 1)
      const alone = Math.min(to - lane.silentSince, lane.otherSounds * CHUNK_FRAMES)
      // Two may end in one block.
      this.#judge(lane, block)
      if (lane.before) lane.pending = { from: lane.silentSince, to, alone, before: lane.before }
      lane.silentSince = null
    }
    if (lane.channel === null || lane.silentSince === null) return
    if ((block.chunks[1 - lane.channel]?.peaks[chunk] ?? 0) > SOUNDS) lane.otherSounds++
  }

  /** The first silent frame before this one, or the first sounding one from here on. */
  #edge({ channels }: Lane, { planes, before }: SampleBlock, at: Frames, step: -1 | 1): Frames {
    const sounds = (frame: Frames) =>
      channels.some((channel) => Math.abs(planes[channel]?.[before + frame] ?? 0) > SILENT)
    if (step > 0) {
      for (let frame = at; frame < at + CHUNK_FRAMES; frame++) if (sounds(frame)) return frame
      return at
    }
    let frame = at
    while (frame > at - CHUNK_FRAMES && !sounds(frame - 1)) frame--
    return frame
  }

  /** Judges the end of a gap as soon as enough follows it. */
  #judge(lane: Lane, block: SampleBlock): void {
    const { pending } = lane
    if (!pending) return
    const at = block.before + pending.to - block.from
    if (at + 2 * BESIDE > block.before + block.frames) return
    lane.pending = null
    const after = this.#edgeOf(lane, block, pending.to - block.from, 1)
    const { from, to, before, alone } = pending
    const other = lane.channel === null ? undefined : block.planes[1 - lane.channel]
    // A channel that is silent together with the other one at the end may only begin later.
    const isTogether = other !== undefined && rootMeanSquare(other, at - BESIDE, at) < SOUNDS
    if (!after || (isTogether && alone < MOSTLY_ALONE * (to - from))) return
    const certainty = certaintyOf(before, after)
    if (certainty === 'none') return
    const gap = { from, to, channel: lane.channel, unsure: isTogether || certainty === 'unsure' }
    if (to - from < SHORTEST_PAUSE * this.#sampleRate) {
      const isCut = Math.min(before.abrupt, after.abrupt) >= SHORT_NOT_FADED
      if (isCut || jumps(before, after)) this.#keep({ ...gap, unsure: gap.unsure || !isCut })
      return
    }
    if (lane.likely) this.#keep({ ...lane.likely.gap, unsure: true })
    lane.likely = { gap: { ...gap, unsure: gap.unsure || after.lean < LEANS }, peaks: [] }
  }

  #follow(lane: Lane, { gap, peaks }: { readonly gap: SoundGap; readonly peaks: number[] }, peak: number): void {
    peaks.push(peak)
    if (peaks.length < LATER_CHUNKS[1]) return
    lane.likely = null
    const ratio = Math.max(...peaks.slice(0, FIRST_CHUNKS)) / Math.max(...peaks.slice(...LATER_CHUNKS), SILENT)
    this.#keep({ ...gap, unsure: gap.unsure || ratio > BEGINS || ratio < SWELLS })
  }

  /** How the sound ends before a frame of the block (`step` −1), or begins at it; null where nothing is loud enough. */
  #edgeOf({ channels }: Lane, { planes, before }: SampleBlock, frame: Frames, step: -1 | 1): SoundEdge | null {
    const at = before + frame
    let edge: SoundEdge = { level: 0, abrupt: 0, jump: 0, lean: 0 }
    for (const channel of channels) {
      const plane = planes[channel]
      if (!plane) continue
      const beside =
        step > 0 ? plane.subarray(at, at + BESIDE) : plane.subarray(Math.max(0, at - BESIDE), at).toReversed()
      const level = rootMeanSquare(beside, 0, BESIDE)
      if (level < SOUNDS) continue
      const [lean, typical] = leanOf(beside, 0)
      edge = {
        level: Math.max(edge.level, level),
        abrupt: Math.max(edge.abrupt, rootMeanSquare(beside, 0, AT_EDGE) / level),
        jump: Math.max(edge.jump, Math.abs(beside[0] ?? 0) / level),
        lean: Math.max(edge.lean, Math.abs(lean) / Math.max(typical, 1e-9)),
      }
    }
    return edge.level > 0 ? edge : null
  }

  #keep(gap: SoundGap): void {
    if (this.#found.length < MOST_REMEMBERED) this.#found.push(gap)
  }
}

function leastOf(peaks: Float32Array, count: number): number {
  let least = Infinity
  for (let i = 0; i < count; i++) if ((peaks[i] ?? 0) < least) least = peaks[i] ?? 0
  return least
}

/** What is certain of a silence between two such edges. */
function certaintyOf(before: SoundEdge, after: SoundEdge): 'sure' | 'unsure' | 'none' {
  const ratio = Math.max(before.level / after.level, after.level / before.level)
  const abrupt = Math.min(before.abrupt, after.abrupt)
  const isCut = abrupt >= NOT_FADED && before.abrupt * after.abrupt >= NOT_FADED_TOGETHER
  if (!(isCut || jumps(before, after)) || ratio > ROUGHLY_SAME_LEVEL) return 'none'
  const isSure =
    abrupt >= SURELY_NOT_FADED && Math.min(before.level, after.level) >= SURELY_SOUNDS && ratio <= SAME_LEVEL
  return isSure ? 'sure' : 'unsure'
}

/** Whether the sound stops and continues far from zero, from one sample to the next. */
function jumps(before: SoundEdge, after: SoundEdge): boolean {
  return Math.min(before.jump, after.jump) >= LEAST_JUMP
}

/** A third of a millisecond: what is faster than a bass or a voice averages out. */
const LEAN: Frames = 16
const LEANS = 0.3

/** Whether a sound sets in far from zero, compared with how far its slower waves go: not where a wave begins. */
export function isMidWave(samples: Float32Array | undefined, at: number, least = LEANS): boolean {
  if (!samples) return false
  const [lean, typical] = leanOf(samples, at)
  // A wave that begins has a small first sample.
  return Math.abs(lean) > least * typical && (samples[at] ?? 0) * Math.sign(lean) > (least / 2) * typical
}

/** How far from zero a sound sets in, and how far its slower waves go. */
function leanOf(samples: Float32Array, at: number): readonly [lean: number, typical: number] {
  const mean = (from: number) => {
    let sum = 0
    for (let i = from; i < from + LEAN; i++) sum += samples[i] ?? 0
    return sum / LEAN
  }
  let squares = 0
  for (let from = at; from < at + BESIDE; from += LEAN) squares += mean(from) ** 2
  return [mean(at), Math.sqrt(squares / (BESIDE / LEAN))]
}
