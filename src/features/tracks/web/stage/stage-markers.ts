import type { Finding, FindingKind } from '#audio/analysis-report.ts'
import type { Seconds } from '#shared/units.ts'
import { formatPosition } from '#web/i18n/format-duration.ts'
import { text } from '#web/i18n/text.ts'
import type { LoopRange } from '#web/player/read/playable.ts'
import { inTimeOrder, type WaveMarker } from '#web/waveform/mark/wave-markers.ts'
import { findingWords, placeTime, placeTraits } from '../track/finding-words.ts'
import type { PeakTick } from '../monitor/PeakTicks.tsx'
import { stageStrings } from './stage.strings.ts'

/** Tolerance in seconds: a loop set by a note is rounded to frames. */
const SAME: Seconds = 0.01

interface OnTop {
  readonly loop?: LoopRange | undefined
  readonly noteMarkers?: readonly WaveMarker[] | undefined
}

/** Findings with a position, the present loop, and notes; in time order. */
export function stageMarkers(
  findings: readonly Finding[],
  duration: Seconds,
  { loop, noteMarkers = [] }: OnTop = {},
): readonly WaveMarker[] {
  const isNoted = noteMarkers.some(
    ({ from, to }) =>
      loop !== undefined && Math.abs(from - loop.inAt) < SAME && Math.abs((to ?? from) - loop.outAt) < SAME,
  )
  const set = loop && !isNoted && (loop.inAt > 0 || loop.outAt < duration) ? [loopMarker(loop)] : []
  return inTimeOrder([...findings.flatMap((finding) => findingMarkers(finding, duration)), ...set, ...noteMarkers])
}

function findingMarkers(finding: Finding, duration: Seconds): readonly WaveMarker[] {
  const { kind, at, severity, places } = finding
  const name = placeNames[kind]
  if (at === null) return []
  const plain = {
    id: `${kind}-${finding.channel}-${at}`,
    from: at,
    label: findingWords(finding),
    state: 'plain',
    colour: 'var(--c-text-3)',
  } as const
  if (kind === 'silence-head') return [{ ...plain, from: 0, to: finding.value ?? 0, text: stageStrings.silence }]
  if (kind === 'silence-tail') return [{ ...plain, to: duration, text: stageStrings.silence }]
  if (name === undefined) return []
  const colour = severity === 'notice' ? plain.colour : 'var(--w-clip)'
  if (lastingKinds.has(kind))
    return [{ ...plain, to: finding.value === null ? duration : at + finding.value, text: name, colour }]
  if (!places) return [{ ...plain, colour }]
  return places.map((place) => ({
    id: `${kind}-${place.channel}-${place.at}`,
    from: place.at,
    label: [name, placeTime(place), ...placeTraits(finding, place)].join(', '),
    state: 'plain',
    colour,
  }))
}

/** Kinds that last `value` seconds, or until the end. */
const lastingKinds: ReadonlySet<FindingKind> = new Set(['channel-drops', 'channel-weakens', 'polarity-flips'])

/** Names of findings at a position; those about the whole file appear in the panel. */
const placeNames: Readonly<Partial<Record<FindingKind, string>>> = stageStrings.places

export const loopMarkerId = 'loop'

function loopMarker({ inAt, outAt }: LoopRange): WaveMarker {
  return {
    id: loopMarkerId,
    from: inAt,
    to: outAt,
    colour: 'var(--w-select-edge)',
    label: text(stageStrings.loopMarker, { range: `${formatPosition(inAt)} – ${formatPosition(outAt)}` }),
    text: stageStrings.loop,
    state: 'plain',
  }
}

/** Every known position at which the true peak exceeds 0 dBTP. */
export function overTicks(findings: readonly Finding[]): readonly PeakTick[] {
  return findings.flatMap(({ kind, at, channel, places }): readonly PeakTick[] => {
    if (kind !== 'true-peak-over' || at === null) return []
    return places ?? [{ at, channel }]
  })
}
