import type { Seconds } from '#shared/units.ts'
import type { Marker } from './marker.ts'
import { onOneLine } from './marker-text.ts'
import { utf8Bytes } from './text-bytes.ts'

export const TICKS_PER_BEAT = 960
/** MIDI has no ranges: a second marker with this suffix ends one. */
export const RANGE_END = ' (end)'

/**
 * A MIDI file with one track, a tempo and markers (meta event 6), texts in UTF-8. A tick is at most 1.2 ms, so
 * positions are precise to 0.6 ms.
 * @see Standard MIDI Files 1.0
 */
export function writeMidiMarkers(
  markers: readonly Marker[],
  { title, beatsPerMinute }: { readonly title: string; readonly beatsPerMinute: number },
): Uint8Array<ArrayBuffer> {
  const microsecondsPerBeat = Math.round(60_000_000 / beatsPerMinute)
  const tickAt = (at: Seconds) => Math.round((at * 1_000_000 * TICKS_PER_BEAT) / microsecondsPerBeat)
  const texts = markers
    .flatMap(({ at, end, text }) => {
      const words = onOneLine(text)
      return end === null
        ? [{ tick: tickAt(at), words }]
        : [
            { tick: tickAt(at), words },
            { tick: tickAt(end), words: words + RANGE_END },
          ]
    })
    .sort((a, b) => a.tick - b.tick)
  let before = 0
  const track = [
    ...metaEvent(0, 0x03, utf8Bytes(title)),
    ...metaEvent(0, 0x51, [microsecondsPerBeat >> 16, (microsecondsPerBeat >> 8) & 255, microsecondsPerBeat & 255]),
    ...texts.flatMap(({ tick, words }) => {
      const event = metaEvent(tick - before, 0x06, utf8Bytes(words))
      before = tick
      return event
    }),
    ...metaEvent(0, 0x2f, []),
  ]
  const file = new Uint8Array(22 + track.length)
  const view = new DataView(file.buffer)
  file.set([0x4d, 0x54, 0x68, 0x64, 0, 0, 0, 6, 0, 0, 0, 1])
  view.setUint16(12, TICKS_PER_BEAT)
  file.set([0x4d, 0x54, 0x72, 0x6b], 14)
  view.setUint32(18, track.length)
  file.set(track, 22)
  return file
}

function metaEvent(delta: number, kind: number, content: ArrayLike<number>): number[] {
  return [...variableLength(delta), 0xff, kind, ...variableLength(content.length), ...Array.from(content)]
}

/** Seven bits per byte, highest first, at most four bytes. */
function variableLength(value: number): number[] {
  const bytes = [value & 127]
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes.unshift((rest & 127) | 128)
  return bytes
}
