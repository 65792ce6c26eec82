import type { Finding } from '#audio/analysis-report.ts'
import { AUDIBLE_EDGE } from '#audio/faults/cut-edges.ts'
import type { CutEdge } from '#audio/faults/cut-edges.ts'
import type { SoundFaults } from '#audio/faults/fault-watch.ts'
import type { SoundGap } from '#audio/faults/sound-gap.ts'
import { decibels, finding, MOST_PLACES, placeOf } from '#audio/finding-parts.ts'
import { PlaceList } from '#audio/place-list.ts'
import type { Frames, Hertz, Seconds } from '#shared/units.ts'

/** Clicks within this time are one place. */
const SAME_PLACE: Seconds = 0.1

/** Findings from the search for faults, worst first. */
export function faultFindings(
  faults: SoundFaults,
  {
    sampleRate,
    totalFrames,
    level,
  }: { readonly sampleRate: Hertz; readonly totalFrames: Frames; readonly level: number },
): readonly Finding[] {
  const { hum, band, edges } = faults
  return [
    ...dropOuts(faults, sampleRate),
    ...clicks(faults, sampleRate),
    ...flatTops(faults, sampleRate),
    ...(hum ? [finding('hum', 'warning', { at: hum.at, value: hum.frequency, level: rounded(hum.level) })] : []),
    ...(band
      ? [
          finding(band.kind === 'lossy' ? 'lossy-source' : 'upsampled', 'warning', {
            at: band.at,
            value: Math.round(band.frequency),
          }),
        ]
      : []),
    ...cutEdge('abrupt-start', edges.start, { at: 0, level }),
    ...cutEdge('abrupt-end', edges.end, { at: totalFrames / sampleRate, level }),
  ]
}

function cutEdge(
  kind: 'abrupt-start' | 'abrupt-end',
  edge: CutEdge | null,
  { at, level }: { readonly at: Seconds; readonly level: number },
): readonly Finding[] {
  return edge && (edge.level > AUDIBLE_EDGE || edge.level > level / 4)
    ? [finding(kind, 'notice', { at, value: decibels(edge.level), ...(edge.unsure && { unsure: true }) })]
    : []
}

/** What is certain, and apart from it what may be meant. */
function dropOuts({ gaps }: SoundFaults, sampleRate: Hertz): readonly Finding[] {
  const [sure, unsure] = [gaps.filter((gap) => !gap.unsure), gaps.filter((gap) => gap.unsure)]
  return [...dropOut(sure, sampleRate), ...dropOut(unsure, sampleRate)]
}

function dropOut(gaps: readonly SoundGap[], sampleRate: Hertz): readonly Finding[] {
  const [first] = gaps
  if (!first) return []
  const lengthOf = ({ from, to }: SoundGap) => (to - from) / sampleRate
  const places = gaps.map((gap) => ({
    ...placeOf(gap.from / sampleRate, null, gap.channel),
    value: Math.round(lengthOf(gap) * 1e4) / 1e4,
  }))
  const isOne = gaps.every(({ channel }) => channel === first.channel)
  return [
    finding('drop-out', first.unsure ? 'notice' : 'problem', {
      at: places[0]?.at ?? null,
      count: gaps.length,
      value: Math.max(...gaps.map(lengthOf)),
      channel: isOne ? first.channel : null,
      length: gaps.reduce((sum, gap) => sum + lengthOf(gap), 0),
      places: places.slice(0, MOST_PLACES),
      ...(first.unsure && { unsure: true }),
    }),
  ]
}

function clicks({ clicks: events }: SoundFaults, sampleRate: Hertz): readonly Finding[] {
  if (events.length === 0) return []
  const list = new PlaceList(sampleRate * SAME_PLACE)
  list.add(events)
  const places = list
    .worst(MOST_PLACES)
    .map(({ from, level, channel }) => placeOf(from / sampleRate, decibels(level), channel))
  return [
    finding('clicks', 'warning', {
      at: places[0]?.at ?? null,
      count: list.count,
      value: decibels(Math.max(...events.map(({ level }) => level))),
      channel: oneChannel(places.map(({ channel }) => channel)),
      places,
    }),
  ]
}

function flatTops({ flatTops: tops }: SoundFaults, sampleRate: Hertz): readonly Finding[] {
  if (!tops) return []
  const list = new PlaceList(sampleRate * SAME_PLACE)
  list.add(tops.events)
  const places = list.worst(MOST_PLACES).map(({ from, channel }) => placeOf(from / sampleRate, null, channel))
  return [
    finding('flat-tops', 'warning', {
      at: places[0]?.at ?? null,
      count: tops.count,
      value: decibels(tops.ceiling),
      channel: oneChannel(tops.events.map(({ channel }) => channel)),
      places,
    }),
  ]
}

/** The channel if all are the same. */
function oneChannel(channels: readonly (number | null)[]): number | null {
  const [first = null] = channels
  return channels.every((channel) => channel === first) ? first : null
}

function rounded(level: number): number {
  return Math.round(level * 10) / 10
}
