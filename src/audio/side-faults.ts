import type { SideLevels, SideRows } from '#audio/side-levels.ts'
import type { Seconds } from '#shared/units.ts'

/**
 * What happens to one side of a stereo recording on the way, as by a cable, a muted track or a clip that was cut on one
 * side. `drops`: it falls silent; `weakens`: it goes on at least 12 dB quieter; `flips`: one side is upside down, which
 * one it does not say.
 */
export interface SideFault {
  readonly kind: 'drops' | 'weakens' | 'flips'
  readonly from: Seconds
  /** Null where it lasts until the end. */
  readonly to: Seconds | null
  /** 0 is left, 1 right; null for `flips`. */
  readonly channel: number | null
}

/** -75 dBFS: noise of a converter. */
const QUIET = 10 ** -7.5
/** -50 dBFS: it plays. */
const SOUNDS = 1e-5
/** Looked at on either side of a change. */
const BESIDE: Seconds = 3
/** A side that falls silent is cut off: just before it was no more than 24 dB below what it had been. */
const CUT_OFF = 10 ** -2.4
/** Shorter than this it is hardly heard, or the chopped tail of the recording. */
const SHORTEST: Seconds = 0.5
const SHORTEST_END: Seconds = 2
/**
 * Sides that share less than this are two recordings beside each other: of those a silent one is told where it is
 * silent but once.
 */
const SHARED = 0.3
const WIDE_SHORTEST: Seconds = 2
const WIDE_BEFORE: Seconds = 10
const ELSEWHERE = 0.02
/** A level that stayed, as a ratio of squares: 3 dB either way. */
const STAYED = 2
/** 6 dB. */
const ROSE = 4
/** 12 dB, and the 9 that tell that it is over. */
const WEAKER = 10 ** -1.2
const STRONGER = 10 ** 0.9
/** Of the correlation of both sides: as much must be there for anybody to tell, and it must stay that much. */
const CORRELATED = 0.5
/** 7 dB: moments of music against the seconds around them. */
const WANDERS = 5
/** One sound in the middle may as well have been panned. */
const ONE_SOUND = 0.985
const SAME_CORRELATION = 0.15
/**
 * On either side of a change that is a fault it is there at once: rows that are looked at closely, without the one in
 * which it happens.
 */
const CLOSE: Seconds = 0.4
const MOST_FAULTS = 30

/** In order of time. */
export function sideFaults(rows: SideRows): readonly SideFault[] {
  const drops = [0, 1].flatMap((channel) => dropsOf(rows, channel))
  return [...drops, ...weaknesses(rows), ...flips(rows)]
    .sort((one, other) => one.from - other.from)
    .slice(0, MOST_FAULTS)
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
    if (!isShared && !isOnce) return []
    if (!isCutOff(rows, channel, { edge: from, step: -1, most: to - from })) return []
    if (!isEnd && !isCutOff(rows, channel, { edge: to, step: 1, most: to - from })) return []
    return [{ kind: 'drops', channel, from: rows.at(from), to: isEnd ? null : rows.at(to) }]
  })
}

/** A row where silence begins (-1: what was before it counts) or ends, and how many rows of it there are. */
interface Edge {
  readonly edge: number
  readonly step: -1 | 1
  readonly most: number
}

/**
 * Whether at an edge of its silence the side was cut off, while the other one played on as before. Where an arrangement
 * leaves one instrument on one side, what both sides share stops on the other side too, which is as much quieter then.
 */
function isCutOff(rows: SideRows, channel: number, { edge, step, most }: Edge): boolean {
  const outside = (length: number) => (step < 0 ? rows.mean(edge - length, edge) : rows.mean(edge, edge + length))
  const inside = (length: number) => (step < 0 ? rows.mean(edge, edge + length) : rows.mean(edge - length, edge))
  const around = outside(rows.rows(BESIDE))
  const own = sideOf(around, channel)
  // The row at the edge may be silent for the most part.
  const atEdge = Math.max(sideOf(outside(1), channel), sideOf(outside(2), channel))
  if (own <= SOUNDS || atEdge < own * CUT_OFF) return false
  // In a pause of both nothing is cut off: what comes after it may as well stand on one side.
  const otherAtEdge = Math.max(sideOf(inside(1), 1 - channel), sideOf(inside(2), 1 - channel))
  if (otherAtEdge < sideOf(around, 1 - channel) * CUT_OFF) return false
  const length = Math.min(most, rows.rows(BESIDE / 2))
  const [there, here] = [outside(length), inside(length)]
  const shared = Math.max(0, Math.min(there.product, sideOf(there, 1 - channel)))
  const [was, is] = [sideOf(there, 1 - channel), sideOf(here, 1 - channel)]
  return is >= was - shared / 2 && is <= was * ROSE
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
    // Of a sound that wanders from side to side, the moments beside the change are unlike the seconds.
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

/** What was before a row, and what is after it; the row itself, in which it happens, is left out. */
interface Around {
  readonly before: SideLevels
  readonly after: SideLevels
}

/** From one kind of sound to another at a row, and back at a later one or never. */
interface Step {
  readonly from: number
  readonly to: number | null
}

interface StepJudges {
  /** Whether the seconds after are faulty against those before. */
  readonly isFault: (before: SideLevels, after: SideLevels) => boolean
  /** How sudden it is in the moments around: the change is where it is most so. */
  readonly sharpness: (near: Around) => number
  readonly isSharp: (near: Around, far: Around) => boolean
  /** Whether what comes after the fault is as it was before it. */
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

/** The row at which it is as it was before: from there on, and a second later still. Null where it never is. */
function endOf(rows: SideRows, from: number, isOver: StepJudges['isOver']): number | null {
  const [beside, second] = [rows.rows(BESIDE), rows.rows(1)]
  const during = rows.mean(from + 1, from + beside)
  const isBack = (row: number, length: number) => isOver(during, rows.mean(row, row + length))
  for (let row = from + beside; row + second <= rows.count; row++) if (isBack(row, 1) && isBack(row, second)) return row
  return null
}
