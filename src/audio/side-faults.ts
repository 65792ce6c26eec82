import type { DeadEnd } from '#audio/faults/sound-gap.ts'
import type { SideLevels, SideRows } from '#audio/side-levels.ts'
import type { Seconds } from '#shared/units.ts'

/**
 * A fault of one channel in the middle of a stereo recording, for example from a cable, a muted track or a clip cut on
 * one side. `drops`: it falls silent; `weakens`: it continues at least 12 dB quieter; `flips`: one channel is inverted
 * (which one is unknown).
 */
export interface SideFault {
  readonly kind: 'drops' | 'weakens' | 'flips'
  readonly from: Seconds
  /** Null if it lasts until the end. */
  readonly to: Seconds | null
  /** 0 is left, 1 right; null for `flips`. */
  readonly channel: number | null
  /** What is on that side may have nothing more to play. */
  readonly unsure?: boolean
}

/** -75 dBFS: converter noise. */
const QUIET = 10 ** -7.5
/** -50 dBFS: audible. */
const SOUNDS = 1e-5
/** How much is examined on either side of a change. */
const BESIDE: Seconds = 3
/** A channel that is cut off was, just before that, at most 24 dB below its earlier level. */
const CUT_OFF = 10 ** -2.4
/** Shorter faults are hardly audible, or the truncated end of the recording. */
const SHORTEST: Seconds = 0.5
const SHORTEST_END: Seconds = 2
/** Channels with less correlation are two separate recordings: silence in one is reported only if it happens once. */
const SHARED = 0.3
const WIDE_SHORTEST: Seconds = 2
const WIDE_BEFORE: Seconds = 10
const ELSEWHERE = 0.02
/** An unchanged level, as a ratio of squares: within 3 dB. */
const STAYED = 2
/** 6 dB. */
const ROSE = 4
/** 12 dB, and 9 dB for its end. */
const WEAKER = 10 ** -1.2
const STRONGER = 10 ** 0.9
/** The correlation of both channels that is needed to judge, before and after. */
const CORRELATED = 0.5
/** 7 dB: short-term variation of music relative to its surroundings. */
const WANDERS = 5
/** A single sound in the centre may just have been panned. */
const ONE_SOUND = 0.985
const SAME_CORRELATION = 0.15
/** A fault sets in at once: the rows on either side that are examined closely, without the row of the change. */
const CLOSE: Seconds = 0.4
const MOST_FAULTS = 30

/** In order of time. `deadEnds`: channels whose samples stop in the middle of a wave, for the rest of the recording. */
export function sideFaults(rows: SideRows, deadEnds: readonly DeadEnd[] = []): readonly SideFault[] {
  const drops = [0, 1].flatMap((channel) => {
    const found = dropsOf(rows, channel)
    const end = deadEnds.find((one) => one.channel === channel)
    if (!end) return found
    const isSure = found.some(({ to, unsure }) => to === null && !unsure) || isSureDeadEnd(rows, end)
    const toEnd = { kind: 'drops', channel, from: end.from / rows.sampleRate, to: null } as const
    return [...found.filter(({ to }) => to !== null), { ...toEnd, ...(!isSure && { unsure: true }) }]
  })
  return [...drops, ...weaknesses(rows), ...flips(rows)]
    .sort((one, other) => one.from - other.from)
    .slice(0, MOST_FAULTS)
}

/** Whether both sides had the same sound in them before: then what is on one goes on in the other. */
function isSureDeadEnd(rows: SideRows, { from, unsure }: DeadEnd): boolean {
  return !unsure && correlationOf(rows.mean(0, rows.rowAt(from / rows.sampleRate))) > SHARED
}

const sideOf = ({ left, right }: SideLevels, channel: number) => (channel === 0 ? left : right)
const correlationOf = ({ left, right, product }: SideLevels) =>
  left > 0 && right > 0 ? product / Math.sqrt(left * right) : 0
const within = (factor: number, one: number, other: number) => one <= other * factor && one >= other / factor
const stayed = (before: number, after: number) => within(STAYED, before, after)

/** Stretches of rows where one side is silent. */
function silences(rows: SideRows, channel: number): readonly { readonly from: number; readonly to: number }[] {
  const found: { from: number; to: number }[] = []
  for (let row = 0; row < rows.count; row++) {
    if (sideOf(rows.mean(row, row + 1), channel) > QUIET) continue
    const last = found.at(-1)
    if (last?.to === row) last.to = row + 1
    else found.push({ from: row, to: row + 1 })
  }
  return found
}

function dropsOf(rows: SideRows, channel: number): readonly SideFault[] {
  const alone = (from: number, to: number) => {
    let count = 0
    for (let row = from; row < to; row++) if (sideOf(rows.mean(row, row + 1), 1 - channel) > SOUNDS) count++
    return count
  }
  const all = silences(rows, channel).map((stretch) => ({ ...stretch, alone: alone(stretch.from, stretch.to) }))
  const allAlone = all.reduce((sum, stretch) => sum + stretch.alone, 0)
  return all.flatMap(({ from, to, alone: aloneHere }): SideFault[] => {
    const isEnd = to === rows.count
    if (from === 0 || aloneHere < rows.rows(isEnd ? SHORTEST_END : SHORTEST)) return []
    const beside = rows.rows(BESIDE)
    const before = rows.mean(from - beside, from)
    const isShared = before.product > SHARED * Math.sqrt(before.left * before.right)
    const isOnce =
      allAlone - aloneHere <= ELSEWHERE * rows.count &&
      aloneHere >= rows.rows(WIDE_SHORTEST) &&
      from >= rows.rows(WIDE_BEFORE)
    const start: Edge = { edge: from, step: -1, most: to - from }
    const isSure =
      (isShared || isOnce) &&
      isCutOff(rows, channel, start) &&
      (isEnd || isCutOff(rows, channel, { edge: to, step: 1, most: to - from }))
    // What is on one side alone may stop for good in a fade or in its own decay, but not from one row to the next.
    if (!isSure && (isShared || !isEnd || !stopsAtOnce(rows, channel, start))) return []
    const range = { from: rows.at(from), to: isEnd ? null : rows.at(to) }
    return [{ kind: 'drops', channel, ...range, ...(!isSure && { unsure: true }) }]
  })
}

/** A row where silence begins (-1: looks at what was before) or ends, and the number of silent rows. */
interface Edge {
  readonly edge: number
  readonly step: -1 | 1
  readonly most: number
}

/**
 * Whether the channel was cut off at the edge of its silence while the other continued unchanged. If an arrangement
 * leaves one instrument on one side, the shared sound stops on the other side too, which gets quieter accordingly.
 */
function isCutOff(rows: SideRows, channel: number, { edge, step, most }: Edge): boolean {
  const outside = (length: number) => (step < 0 ? rows.mean(edge - length, edge) : rows.mean(edge, edge + length))
  const inside = (length: number) => (step < 0 ? rows.mean(edge, edge + length) : rows.mean(edge - length, edge))
  if (!stopsAtOnce(rows, channel, { edge, step })) return false
  // Of a longer silence, a longer time tells as well: notes of one moment are quieter than those of another.
  return [BESIDE / 2, BESIDE * 2, BESIDE * 6].some((seconds) => {
    const length = Math.min(most, rows.rows(seconds))
    const [there, here] = [outside(length), inside(length)]
    const shared = Math.max(0, Math.min(there.product, sideOf(there, 1 - channel)))
    const [was, is] = [sideOf(there, 1 - channel), sideOf(here, 1 - channel)]
    return is >= was - shared / 2 && is <= was * ROSE
  })
}

/** Whether the channel sounds up to its silence, and the other one beyond. */
function stopsAtOnce(rows: SideRows, channel: number, { edge, step }: Omit<Edge, 'most'>): boolean {
  const outside = (length: number) => (step < 0 ? rows.mean(edge - length, edge) : rows.mean(edge, edge + length))
  const inside = (length: number) => (step < 0 ? rows.mean(edge, edge + length) : rows.mean(edge - length, edge))
  const around = outside(rows.rows(BESIDE))
  const own = sideOf(around, channel)
  // The row at the edge may be mostly silent.
  const atEdge = Math.max(sideOf(outside(1), channel), sideOf(outside(2), channel))
  if (own <= SOUNDS || atEdge < own * CUT_OFF) return false
  // In a common pause nothing is cut off: the next sound may simply be on one side.
  const otherAtEdge = Math.max(sideOf(inside(1), 1 - channel), sideOf(inside(2), 1 - channel))
  return otherAtEdge >= sideOf(around, 1 - channel) * CUT_OFF
}

function weaknesses(rows: SideRows): readonly SideFault[] {
  return [0, 1].flatMap((channel) => {
    const ratio = (levels: SideLevels) => sideOf(levels, channel) / sideOf(levels, 1 - channel)
    const isFault = (before: SideLevels, after: SideLevels): boolean => {
      const [was, is] = [correlationOf(before), correlationOf(after)]
      const isSame =
        Math.abs(was - is) <= SAME_CORRELATION && Math.min(was, is) >= CORRELATED && Math.max(was, is) <= ONE_SOUND
      const plays =
        sideOf(before, channel) > SOUNDS && sideOf(before, 1 - channel) > SOUNDS && sideOf(after, channel) > QUIET
      return (
        plays &&
        isSame &&
        stayed(sideOf(before, 1 - channel), sideOf(after, 1 - channel)) &&
        ratio(after) <= WEAKER * ratio(before)
      )
    }
    const isOver = (weak: SideLevels, after: SideLevels) => ratio(after) >= STRONGER * ratio(weak)
    // For a sound that moves between the sides, the rows near the change differ from the seconds around it.
    const isSteady = (near: SideLevels, far: SideLevels) => within(WANDERS, ratio(near), ratio(far))
    const isSharp = (near: Around, far: Around) =>
      isOver(near.after, near.before) && isSteady(near.before, far.before) && isSteady(near.after, far.after)
    const steps = stepsOf(rows, {
      isFault,
      isSharp,
      isOver,
      sharpness: ({ before, after }) => ratio(before) / ratio(after),
    })
    return steps.map(({ from, to }) => ({
      kind: 'weakens' as const,
      channel,
      from: rows.at(from),
      to: to === null ? null : rows.at(to),
    }))
  })
}

function flips(rows: SideRows): readonly SideFault[] {
  const isFault = (before: SideLevels, after: SideLevels): boolean => {
    const [was, is] = [correlationOf(before), correlationOf(after)]
    const plays = before.left > SOUNDS && before.right > SOUNDS
    const isTurned = was >= CORRELATED && is <= -CORRELATED && Math.abs(was + is) <= SAME_CORRELATION
    return plays && isTurned && stayed(before.left, after.left) && stayed(before.right, after.right)
  }
  const isSharp = ({ before, after }: Around) => correlationOf(before) > 0 && correlationOf(after) < 0
  const sharpness = ({ before, after }: Around) => 2 + correlationOf(before) - correlationOf(after)
  const steps = stepsOf(rows, { isFault, isSharp, sharpness, isOver: (_, after) => correlationOf(after) > 0 })
  return steps.map(({ from, to }) => ({
    kind: 'flips' as const,
    channel: null,
    from: rows.at(from),
    to: to === null ? null : rows.at(to),
  }))
}

/** The levels before and after a row, without the row itself, in which the change happens. */
interface Around {
  readonly before: SideLevels
  readonly after: SideLevels
}

/** A change from one state to another at a row, and back at a later one or never. */
interface Step {
  readonly from: number
  readonly to: number | null
}

interface StepJudges {
  /** Whether the seconds after are faulty compared with those before. */
  readonly isFault: (before: SideLevels, after: SideLevels) => boolean
  /** How sudden the change is: it is located where this is greatest. */
  readonly sharpness: (near: Around) => number
  readonly isSharp: (near: Around, far: Around) => boolean
  /** Whether the state after the fault equals the one before it. */
  readonly isOver: (during: SideLevels, after: SideLevels) => boolean
}

function stepsOf(rows: SideRows, { isFault, isSharp, sharpness, isOver }: StepJudges): readonly Step[] {
  const [beside, close] = [rows.rows(BESIDE), rows.rows(CLOSE)]
  const around = (row: number, length: number): Around => ({
    before: rows.mean(row - length, row),
    after: rows.mean(row + 1, row + 1 + length),
  })
  const isAt = (row: number) => {
    const { before, after } = around(row, beside)
    return isFault(before, after)
  }
  const steps: Step[] = []
  for (let row = beside; row + beside < rows.count; row++) {
    if (!isAt(row)) continue
    let [best, most] = [row, 0]
    for (let near = row; near < row + beside && near + beside < rows.count; near++) {
      const value = sharpness(around(near, close))
      if (value > most && isAt(near)) [best, most] = [near, value]
    }
    row = Math.max(row, best) + close
    if (!isSharp(around(best, close), around(best, beside))) continue
    const to = endOf(rows, best, isOver)
    steps.push({ from: best, to })
    if (to === null) break
    row = to + beside
  }
  return steps
}

/** The first row at which the original state returns and still holds a second later. Null if it never does. */
function endOf(rows: SideRows, from: number, isOver: StepJudges['isOver']): number | null {
  const [beside, second] = [rows.rows(BESIDE), rows.rows(1)]
  const during = rows.mean(from + 1, from + beside)
  const isBack = (row: number, length: number) => isOver(during, rows.mean(row, row + length))
  for (let row = from + beside; row + second <= rows.count; row++) if (isBack(row, 1) && isBack(row, second)) return row
  return null
}
