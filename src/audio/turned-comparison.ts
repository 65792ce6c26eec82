import type { Change, ChannelChange, ComparisonResult, Edit, TimeSpan } from '#audio/comparison-result.ts'
import { mappedMoment, turnedSegments } from '#audio/segment-map.ts'
import type { Seconds } from '#shared/units.ts'

/** How much later a moment of A is in B. */
export function secondsLater({ alignment, sampleRate }: Pick<ComparisonResult, 'alignment' | 'sampleRate'>): Seconds {
  return (alignment?.offsetFrames ?? 0) / sampleRate
}

/** How much later this moment of A is in B: by its part, or else by the one offset. */
export function secondsLaterAt(
  result: Pick<ComparisonResult, 'alignment' | 'sampleRate' | 'segments'>,
  moment: Seconds,
): Seconds {
  const mapped = mappedMoment(result.segments, moment)
  return mapped === undefined ? secondsLater(result) : mapped - moment
}

/** The reverse comparison: what changed from B to A, on B's timeline. */
export function turnedComparison(result: ComparisonResult): ComparisonResult {
  const later = secondsLater(result)
  const turnedSpan = <T extends TimeSpan>(span: T): T => ({ ...span, from: span.from + later, to: span.to + later })
  const turnedPlace = <T extends TimeSpan>(span: T): T => {
    const laterHere = secondsLaterAt(result, (span.from + span.to) / 2)
    return { ...span, from: span.from + laterHere, to: span.to + laterHere }
  }
  const { alignment, agreement, gain, overlap, only, sampleRates, channels, frames } = result
  return {
    ...result,
    sampleRates: { a: sampleRates.b, b: sampleRates.a },
    channels: { a: channels.b, b: channels.a },
    frames: { a: frames.b, b: frames.a },
    alignment: alignment && { ...alignment, offsetFrames: 0 - alignment.offsetFrames },
    agreement: agreement && { ...agreement, spans: agreement.spans.map(turnedSpan) },
    segments: turnedSegments(result.segments),
    speed: result.speed && {
      ...result.speed,
      rate: 1 / result.speed.rate,
      tempi: result.speed.tempi && { a: result.speed.tempi.b, b: result.speed.tempi.a },
    },
    edits: result.edits.map(turnedEdit).toSorted((one, other) => one.a.from - other.a.from),
    gain: gain === null ? null : 0 - gain,
    overlap: overlap && turnedSpan(overlap),
    only: { a: only.b, b: only.a },
    partTiming: result.partTiming && { ...result.partTiming, later: 0 - result.partTiming.later },
    dynamics: result.dynamics && { a: result.dynamics.b, b: result.dynamics.a },
    changes: result.changes.map((change) => turnedPlace(turnedChange(change))),
    channelChanges: result.channelChanges.map(turnedChannels),
  }
}

const OPPOSITE_EDITS = { cut: 'added', added: 'cut', replaced: 'replaced', moved: 'moved' } as const

function turnedEdit({ kind, a, b, ...certainty }: Edit): Edit {
  return { kind: OPPOSITE_EDITS[kind], a: b, b: a, ...certainty }
}

const OPPOSITE = {
  level: 'level',
  muted: 'added',
  added: 'muted',
  different: 'different',
  inverted: 'inverted',
  width: 'width',
  mono: 'stereo',
  stereo: 'mono',
} as const

function turnedChange(change: Change): Change {
  return { ...change, kind: OPPOSITE[change.kind], decibels: change.decibels === null ? null : 0 - change.decibels }
}

const OPPOSITE_CHANNELS = {
  swapped: 'swapped',
  flipped: 'flipped',
  dead: 'restored',
  restored: 'dead',
  balance: 'balance',
  mono: 'stereo',
  copied: 'stereo',
  stereo: 'mono',
  width: 'width',
  sides: 'sides',
} as const

function turnedChannels({ kind, channel, decibels }: ChannelChange): ChannelChange {
  return {
    kind: OPPOSITE_CHANNELS[kind],
    channel: kind === 'copied' ? null : channel,
    decibels: decibels === null ? null : 0 - decibels,
  }
}
