import type { Seconds } from '#shared/units.ts'
import {
  barsAt,
  type BarsFormat,
  clockFormat,
  framesOf,
  type RulerFormat,
  rulerTime,
  timecode,
  type TimecodeFormat,
  wholeNumbers,
} from './ruler-formats.ts'
import { endFrame, pxAtSeconds, type WaveView } from './wave-view.ts'

export interface RulerMark {
  readonly px: number
  /** Only the larger marks have one. */
  readonly label?: string
}

/** Marks at `offset + i × step`; every `parts`th has a label. */
interface Scale {
  readonly step: Seconds
  readonly parts: number
  readonly offset: Seconds
  /** The label of mark `i`, in units of `step`. */
  readonly label: (i: number) => string
}

/** Marks of a ruler, with labels at least `spacingPx` apart. */
export function rulerMarks(view: WaveView, format: RulerFormat = clockFormat, spacingPx = 84): readonly RulerMark[] {
  const pxPerSecond = view.sampleRate / view.framesPerPx
  const { step, parts, offset, label } = scaleFor(format, view, spacingPx / pxPerSecond)
  const first = Math.ceil((view.startFrame / view.sampleRate - offset) / step - 1e-6)
  const last = Math.floor((Math.min(view.totalFrames, endFrame(view)) / view.sampleRate - offset) / step + 1e-6)
  const marks: RulerMark[] = []
  for (let i = first; i <= last; i++) {
    const px = pxAtSeconds(view, offset + i * step)
    marks.push(i % parts === 0 ? { px, label: label(i) } : { px })
  }
  return marks
}

/** The finest scale whose labels are at least `spacing` apart. */
function scaleFor(format: RulerFormat, { sampleRate }: WaveView, spacing: Seconds): Scale {
  switch (format.kind) {
    case 'time':
      return timeScale(spacing)
    case 'samples':
      return samplesScale(spacing, sampleRate)
    case 'timecode':
      return timecodeScale(spacing * 1.15, format)
    case 'bars':
      return barsScale(spacing * 0.6, format)
  }
}

/** Distance between labels, and the number of marks between them. */
type Division = readonly [distance: number, parts: number]

const SECONDS: readonly Division[] = [
  [1, 4],
  [2, 4],
  [5, 5],
  [10, 5],
  [15, 3],
  [30, 6],
  [60, 6],
  [120, 4],
  [300, 5],
  [600, 5],
  [1800, 6],
  [3600, 4],
  [7200, 4],
]

function timeScale(spacing: Seconds): Scale {
  const [distance, parts] = spacing >= 1 ? roomiest(SECONDS, spacing) : decimal(spacing)
  const decimals = Math.max(0, Math.ceil(-Math.log10(distance) - 1e-9))
  return { step: distance / parts, parts, offset: 0, label: (i) => rulerTime((i / parts) * distance, decimals) }
}

function samplesScale(spacing: Seconds, sampleRate: number): Scale {
  const [distance, parts] = decimal(Math.max(1, spacing * sampleRate))
  const marks = distance < parts ? distance : parts
  return {
    step: distance / marks / sampleRate,
    parts: marks,
    offset: 0,
    label: (i) => wholeNumbers.format(Math.round((i / marks) * distance)),
  }
}

function timecodeScale(spacing: Seconds, { rate }: TimecodeFormat): Scale {
  const { perSecond, counted } = framesOf(rate)
  const fewer: readonly Division[] = [
    [1, 1],
    [2, 2],
    [5, 5],
    [10, 5],
  ]
  const divisions = [...fewer, ...SECONDS.map(([distance, parts]): Division => [distance * counted, parts])]
  const [distance, parts] = roomiest(divisions, spacing * perSecond)
  // Only whole frames, if a second does not divide evenly.
  const marks = distance % parts === 0 ? parts : 1
  return {
    step: distance / marks / perSecond,
    parts: marks,
    offset: 0,
    label: (i) => timecode((i / marks) * distance, rate),
  }
}

function barsScale(spacing: Seconds, { bpm, beatsPerBar, offset }: BarsFormat): Scale {
  const quarter = 15 / bpm
  const bar = beatsPerBar * 4
  const divisions: readonly Division[] = [
    [1, 1],
    [4, 4],
    [bar, beatsPerBar],
    ...[2, 4, 8, 16, 32, 64, 128, 256].map((bars): Division => [bars * bar, Math.min(bars, 4)]),
  ]
  const [distance, parts] = roomiest(divisions, spacing / quarter)
  return {
    step: (distance / parts) * quarter,
    parts,
    offset,
    label: (i) => barsAt((i / parts) * distance, beatsPerBar),
  }
}

function roomiest(divisions: readonly Division[], spacing: number): Division {
  return divisions.find(([distance]) => distance >= spacing) ?? divisions.at(-1) ?? [spacing, 1]
}

/** 1, 2 or 5 times a power of ten. */
function decimal(spacing: number): Division {
  const power = 10 ** Math.floor(Math.log10(spacing) + 1e-9)
  const choices: readonly Division[] = [
    [power, 5],
    [2 * power, 4],
    [5 * power, 5],
    [10 * power, 5],
  ]
  return roomiest(choices, spacing * (1 - 1e-9))
}
