import type { Seconds } from '#shared/units.ts'
import { MarkerTray, type Marker, type MarkersRead } from './marker.ts'
import { asLines, textOfBytes } from './marker-text.ts'
import { RANGE_END } from './midi-markers.ts'

interface MidiText {
  readonly tick: number
  readonly words: string
}

interface MidiTempo {
  readonly tick: number
  readonly microsecondsPerBeat: number
}

interface MidiTrack {
  readonly texts: MidiText[]
  readonly tempi: MidiTempo[]
}

const MARKER = 0x06
const CUE_POINT = 0x07
const TEMPO = 0x51
/** More tempo changes than any song has. */
const MOST_TEMPI = 100_000

/** Markers and cue points of all tracks, using the file's tempo map; null if it is not a MIDI file. */
export function readMidiMarkers(bytes: Uint8Array): MarkersRead | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 14 || view.getUint32(0) !== 0x4d546864) return null
  const division = view.getInt16(12)
  const tracks: MidiTrack[] = []
  for (let at = 8 + view.getUint32(4); at + 8 <= bytes.length;) {
    const length = view.getUint32(at + 4)
    if (view.getUint32(at) === 0x4d54726b) tracks.push(readTrack(bytes.subarray(at + 8, at + 8 + length)))
    at += 8 + length
  }
  const secondsAt = clockOf(division, tracks.flatMap(({ tempi }) => tempi).slice(0, MOST_TEMPI))
  const tray = new MarkerTray()
  for (const marker of withRanges(
    tracks.flatMap(({ texts }) => texts).sort((a, b) => a.tick - b.tick),
    secondsAt,
  ))
    tray.add(marker)
  return tray.read()
}

/** Reads what a truncated track still has. */
function readTrack(bytes: Uint8Array): MidiTrack {
  const track: MidiTrack = { texts: [], tempi: [] }
  let [at, tick, status] = [0, 0, 0]
  const length = () => {
    let value = 0
    for (let i = 0; i < 4 && at < bytes.length; i++) {
      const byte = bytes[at++] ?? 0
      value = value * 128 + (byte & 127)
      if (byte < 128) break
    }
    return value
  }
  while (at < bytes.length) {
    tick += length()
    const byte = bytes[at] ?? 0
    if (byte === 0xff) {
      const kind = bytes[at + 1]
      at += 2
      const size = length()
      const content = bytes.subarray(at, at + size)
      if (kind === MARKER || kind === CUE_POINT) track.texts.push({ tick, words: textOfBytes(content) })
      if (kind === TEMPO && content.length === 3)
        track.tempi.push({
          tick,
          microsecondsPerBeat: ((content[0] ?? 0) << 16) | ((content[1] ?? 0) << 8) | (content[2] ?? 0),
        })
      at += size
    } else if (byte === 0xf0 || byte === 0xf7) {
      at++
      at += length()
    } else {
      if (byte >= 0x80) [status, at] = [byte, at + 1]
      // Running status: repeats the previous status byte. Program change and channel pressure have one data byte, all
      // others two.
      at += (status & 0xe0) === 0xc0 ? 1 : 2
    }
  }
  return track
}

/** `division`: ticks per beat, or, if negative, frames per second and ticks per frame. */
function clockOf(division: number, tempi: readonly MidiTempo[]): (tick: number) => Seconds {
  if (division < 0) {
    const frames = -(division >> 8)
    const perSecond = (frames === 29 ? 30_000 / 1001 : frames) * Math.max(1, division & 255)
    return (tick) => tick / perSecond
  }
  const perBeat = Math.max(1, division)
  const steps = [{ tick: 0, at: 0, perTick: 0.5 / perBeat }]
  for (const { tick, microsecondsPerBeat } of tempi.toSorted((a, b) => a.tick - b.tick)) {
    const last = steps.at(-1)
    if (last)
      steps.push({
        tick,
        at: last.at + (tick - last.tick) * last.perTick,
        perTick: microsecondsPerBeat / 1_000_000 / perBeat,
      })
  }
  let reached = 0
  // Callers must ask in order of time.
  return (tick) => {
    while ((steps[reached + 1]?.tick ?? Number.POSITIVE_INFINITY) <= tick) reached++
    const { tick: from, at, perTick } = steps[reached] ?? { tick: 0, at: 0, perTick: 0 }
    return at + (tick - from) * perTick
  }
}

/** An end marker turns the last marker with its name into a range. */
function withRanges(texts: readonly MidiText[], secondsAt: (tick: number) => Seconds): readonly Marker[] {
  const markers: { at: Seconds; end: Seconds | null; text: string }[] = []
  const open = new Map<string, { at: Seconds; end: Seconds | null; text: string }>()
  for (const { tick, words } of texts) {
    const at = secondsAt(tick)
    const begun = words.endsWith(RANGE_END) ? open.get(words.slice(0, -RANGE_END.length)) : undefined
    if (begun) {
      begun.end = at
      open.delete(words.slice(0, -RANGE_END.length))
      continue
    }
    const marker = { at, end: null, text: asLines(words) }
    open.set(words, marker)
    markers.push(marker)
  }
  return markers
}
