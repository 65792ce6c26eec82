import { CHUNK_FRAMES, rootMeanSquare } from '#audio/faults/sample-block.ts'
import type { SampleBlock } from '#audio/faults/sample-block.ts'
import type { Frames, Hertz, Seconds } from '#shared/units.ts'

/** A hole in the sound. `channel` is null if all channels fall silent together. */
export interface SoundGap {
  readonly from: Frames
  readonly to: Frames
  readonly channel: number | null
}

/** −83 dBFS: digital silence with dither. */
const SILENT = 7e-5
/** −34 dBFS, before and after. */
const SOUNDS = 0.02
/** The last and first samples of the sound. If it is faded, even over a millisecond, they are quieter than the rest. */
const AT_EDGE: Frames = 16
const NOT_FADED = 0.2
/** What is compared on either side. */
const BESIDE: Frames = 512
const SAME_LEVEL = 2.5
/** A sound that begins, as a drum, is loudest first; one that goes on is as loud later. In chunks after the gap. */
const BEGINS = 2.2
const FIRST_CHUNKS = 16
const LATER_CHUNKS: readonly [number, number] = [60, 90]
/** No music pauses for a shorter time. */
const SHORTEST_PAUSE: Seconds = 0.061
/** More are meant: a gate, a stutter. */
const MOST_MEANT = 8
const MOST_REMEMBERED = 200

/** The state of one channel, or of all together. */
interface Lane {
  readonly channels: readonly number[]
  readonly channel: number | null
  silentSince: Frames | null
  before: number
  pending: { readonly from: Frames; readonly to: Frames; readonly before: number } | null
  /** Goes on in the middle of a wave; whether it is a drum is seen by what follows. */
  likely: { readonly gap: SoundGap; readonly peaks: number[] } | null
}

/**
 * Finds drop-outs: digital silence into which the sound falls from one sample to the next, and after which it goes on
 * in the middle of a wave. A pause of the music ends in a decay or a fade, and what follows it begins at zero.
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
      before: 0,
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
    const common = this.#found.filter(({ channel }) => channel === null)
    const single = this.#found.filter(
      ({ channel, from, to }) =>
        channel !== null &&
        to - from <= longestOfOne * this.#sampleRate &&
        !common.some((gap) => gap.from < to && from < gap.to),
    )
    const all = [...common, ...single].sort((one, other) => one.from - other.from)
    return all.length > MOST_MEANT ? [] : all
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
      lane.before = loudnessBefore(lane, block, edge)
    } else if (!isSilent && lane.silentSince !== null) {
      const to = block.from + this.#edge(lane, block, at, 1)
      if (lane.before > 0) lane.pending = { from: lane.silentSince, to, before: lane.before }
      lane.silentSince = null
    }
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
    const after = Math.max(0, ...lane.channels.map((channel) => levelAfter(block.planes[channel], at)))
    const isAlone = lane.channel !== null
    const other = isAlone ? block.planes[1 - (lane.channel ?? 0)] : undefined
    if (other && rootMeanSquare(other, at - AT_EDGE * 4, at) < SOUNDS) return
    if (after === 0 || after > pending.before * SAME_LEVEL || pending.before > after * SAME_LEVEL) return
    const gap = { from: pending.from, to: pending.to, channel: lane.channel }
    if (gap.to - gap.from < SHORTEST_PAUSE * this.#sampleRate) this.#keep(gap)
    else if (lane.channels.some((channel) => isMidWave(block.planes[channel], at, 1))) lane.likely = { gap, peaks: [] }
  }

  #follow(lane: Lane, { gap, peaks }: { readonly gap: SoundGap; readonly peaks: number[] }, peak: number): void {
    peaks.push(peak)
    if (peaks.length < LATER_CHUNKS[1]) return
    lane.likely = null
    if (Math.max(...peaks.slice(0, FIRST_CHUNKS)) <= BEGINS * Math.max(...peaks.slice(...LATER_CHUNKS))) this.#keep(gap)
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

/** The level before a sudden silence; zero if the sound was faded out or is quiet. */
function loudnessBefore({ channels }: Lane, { planes, before }: SampleBlock, edge: Frames): number {
  const at = before + edge
  let most = 0
  for (const channel of channels) {
    const samples = planes[channel]
    if (!samples) continue
    const level = rootMeanSquare(samples, at - BESIDE, at)
    if (level > SOUNDS && rootMeanSquare(samples, at - AT_EDGE, at) > NOT_FADED * level) most = Math.max(most, level)
  }
  return most
}

/** The level after a silence; zero if the sound is faded in or quiet. */
function levelAfter(samples: Float32Array | undefined, at: number): number {
  if (!samples) return 0
  const level = rootMeanSquare(samples, at, at + BESIDE)
  return level > SOUNDS && rootMeanSquare(samples, at, at + AT_EDGE) > NOT_FADED * level ? level : 0
}

/** A third of a millisecond: what is faster than a bass or a voice averages out. */
const LEAN: Frames = 16
const LEANS = 0.3

/** Whether a sound sets in far from zero, compared with how far its slower waves go: not where a wave begins. */
export function isMidWave(samples: Float32Array | undefined, at: number, least = LEANS): boolean {
  if (!samples) return false
  const mean = (from: number) => {
    let sum = 0
    for (let i = from; i < from + LEAN; i++) sum += samples[i] ?? 0
    return sum / LEAN
  }
  let squares = 0
  for (let from = at; from < at + BESIDE; from += LEAN) squares += mean(from) ** 2
  const typical = Math.sqrt(squares / (BESIDE / LEAN))
  const first = samples[at] ?? 0
  return Math.abs(mean(at)) > least * typical && first * Math.sign(mean(at)) > (least / 2) * typical
}
