import type { Seconds } from '#shared/units.ts'

/** Whether a sentence says what is true. */
export type SaidLine = (line: string) => boolean

const CLOCK = /(?:(\d+):)?(\d+):(\d\d(?:\.\d)?)/g

/** All times of day of a sentence, in seconds. */
function clocksOf(line: string): readonly Seconds[] {
  return [...line.matchAll(CLOCK)].map(
    ([, hours = '0', minutes = '0', seconds = '0']) => Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds),
  )
}

function lengthOf(line: string): Seconds | undefined {
  const found = /(\d+(?:\.\d+)?) s\b/.exec(line)
  return found ? Number(found[1]) : undefined
}

interface Told {
  readonly pattern: RegExp
  readonly clocks?: readonly Seconds[]
  readonly length?: Seconds
  /** How far a time may be off; where music repeats, the sentence says so, and it may be a loop further. */
  readonly within?: Seconds
}

export function tells({ pattern, clocks = [], length, within = 0.6 }: Told): SaidLine {
  return (line) => {
    if (!pattern.test(line)) return false
    const times = clocksOf(line)
    const most = /or anywhere in/.test(line) ? 4.5 : within
    const told = lengthOf(line)
    return (
      clocks.every((clock, i) => Math.abs((times[i] ?? Infinity) - clock) <= most) &&
      (length === undefined || (told !== undefined && Math.abs(told - length) <= Math.min(0.12, within)))
    )
  }
}
