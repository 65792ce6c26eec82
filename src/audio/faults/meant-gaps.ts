import { MOSTLY_ALONE, SHORTEST_PAUSE } from '#audio/faults/sound-gap.ts'
import type { SoundGap } from '#audio/faults/sound-gap.ts'
import { median } from '#audio/median.ts'
import type { Frames, Hertz, Seconds } from '#shared/units.ts'

/** More are meant: a gate, a stutter. */
const MOST_MEANT = 8
/** More pauses may be stops of the music. */
const MOST_PAUSES = 2
const MOST_UNSURE = 3
const FAR_LONGER = 4
/** So many pauses of one length, within a millisecond, are meant; of shorter gaps, as a buffer that ran empty, more. */
const FEWEST_MEANT = 4
const SAME_TIME: Seconds = 0.001
const SAME_BEAT: Seconds = 0.0002
/** Sixteenths of a quarter. */
const PARTS_OF_BEAT = 4
const SHORTEST_ALONE: Seconds = 0.002

/** The gaps that no gate, stutter or rest of the music explains; those of one channel if they are at most this long. */
export function gapsNotMeant(
  found: readonly SoundGap[],
  { longestOfOne, sampleRate }: { readonly longestOfOne: Seconds; readonly sampleRate: Hertz },
): readonly SoundGap[] {
  const common = found.filter(({ channel }) => channel === null)
  const single = found.filter(
    (gap) =>
      gap.channel !== null &&
      gap.to - gap.from <= longestOfOne * sampleRate &&
      framesOutside(gap, common) >= Math.max(SHORTEST_ALONE * sampleRate, MOSTLY_ALONE * (gap.to - gap.from)),
  )
  const unlike = [...unlikeOthers(common, sampleRate), ...unlikeOthers(single, sampleRate)]
  const areSomeMeant = unlike.length < common.length + single.length
  const all = unlike
    .map((gap) => ({ ...gap, unsure: gap.unsure || areSomeMeant }))
    .sort((one, other) => one.from - other.from)
  if (all.length > MOST_MEANT) return longestOf(all)
  const isPause = ({ from, to }: SoundGap) => to - from >= SHORTEST_PAUSE * sampleRate
  const areStops = all.filter(isPause).length > MOST_PAUSES
  const judged = all.map((gap) => (areStops && isPause(gap) ? { ...gap, unsure: true } : gap))
  const [sure, asked] = [judged.filter(({ unsure }) => !unsure), judged.filter(({ unsure }) => unsure)]
  return asked.length > MOST_UNSURE ? [...sure, ...longestOf(asked)] : judged
}

/** How much of a gap lies outside of all others. */
function framesOutside({ from, to }: SoundGap, others: readonly SoundGap[]): Frames {
  return others.reduce(
    (left, other) => left - Math.max(0, Math.min(to, other.to) - Math.max(from, other.from)),
    to - from,
  )
}

/**
 * Without those that a gate, a stutter or the notes of a machine make: one length over and over, or a multiple of it.
 * The first and the last of them may be cut short, but keep the rhythm.
 */
function unlikeOthers(all: readonly SoundGap[], sampleRate: Hertz): readonly SoundGap[] {
  const near = SAME_TIME * sampleRate
  const lengthOf = ({ from, to }: SoundGap) => to - from
  const alikeTo = (gap: SoundGap) => all.filter((one) => Math.abs(lengthOf(one) - lengthOf(gap)) <= near)
  const meant = all
    .map(alikeTo)
    .reduce((most, alike) => (alike.length > most.length ? alike : most), [] as readonly SoundGap[])
  const length = median(meant.map(lengthOf))
  const isShort = length < SHORTEST_PAUSE * sampleRate
  if (meant.length < (isShort ? MOST_MEANT + 1 : FEWEST_MEANT)) return all
  const [starts, ends] = [meant.map(({ from }) => from), meant.map(({ to }) => to)]
  const beat = beatOf(starts)
  const isInTime = (at: Frames, times: readonly Frames[], step: Frames) =>
    times.some((time) => Math.abs(time - at - step * Math.round((time - at) / step)) <= SAME_BEAT * sampleRate)
  return all.filter((gap) => {
    const times = lengthOf(gap) / length
    const isMultiple = times < FAR_LONGER && Math.abs(times - Math.round(times)) * length <= near && times > 0.5
    // Rests, which come again if they are long; or the first and the last of the gaps, of which something is missing.
    const step = times < 1 ? beat : beat / PARTS_OF_BEAT
    const isOfRhythm =
      (isInTime(gap.from, starts, step) || isInTime(gap.to, ends, step)) &&
      (times < FAR_LONGER || alikeTo(gap).length > 1)
    return !isMultiple && !isOfRhythm
  })
}

/** The mean time between these, each of which is some times the shortest from the last. */
function beatOf(times: readonly Frames[]): Frames {
  const sorted = [...times].sort((one, other) => one - other)
  const steps = sorted.slice(1).map((time, i) => time - (sorted[i] ?? 0))
  const shortest = Math.min(...steps)
  return steps.reduce((sum, step) => sum + step, 0) / steps.reduce((sum, step) => sum + Math.round(step / shortest), 0)
}

/** Among many gaps, which are meant, the one or two that are far longer than the rest. */
function longestOf(all: readonly SoundGap[]): readonly SoundGap[] {
  const typical = median(all.map(({ from, to }) => to - from))
  const far = all.filter(({ from, to }) => to - from >= FAR_LONGER * typical)
  return far.length <= MOST_PAUSES ? far.map((gap) => ({ ...gap, unsure: true })) : []
}
