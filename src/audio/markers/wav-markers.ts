import type { Frames, Hertz } from '#shared/units.ts'
import { MarkerTray, type Marker, type MarkersRead } from './marker.ts'
import { asLines, onOneLine, textOfBytes, wholeText } from './marker-text.ts'
import { utf8Bytes } from './text-bytes.ts'
import { nameAt, scanWav, viewOf, type ReadAt, type WavLayout } from './wav-chunks.ts'

/** The largest 32-bit cue position: 24 hours at 48 kHz. */
const LAST_FRAME = 0xffffffff
const MOST_LIST_BYTES = 32 * 1024 * 1024

/**
 * Markers as WAV chunks: `cue ` with positions, and in `LIST` `adtl` for each a `labl` with the text on one line, a
 * `note` with the text if it has several lines, and an `ltxt` with the length of a range. Exact to one sample. Texts in
 * UTF-8.
 * @see Multimedia Programming Interface and Data Specifications 1.0 (IBM, Microsoft, 1991)
 */
export function wavMarkerChunks(markers: readonly Marker[], sampleRate: Hertz): Uint8Array<ArrayBuffer> {
  const frameAt = (at: number) => Math.round(at * sampleRate)
  const cues = markers.filter(({ at }) => frameAt(at) <= LAST_FRAME)
  if (cues.length === 0) return new Uint8Array(0)
  const table = new Uint8Array(4 + 24 * cues.length)
  const view = viewOf(table)
  view.setUint32(0, cues.length, true)
  cues.forEach(({ at }, i) => {
    const from = 4 + 24 * i
    view.setUint32(from, i + 1, true)
    view.setUint32(from + 4, frameAt(at), true)
    table.set(ascii('data'), from + 8)
    view.setUint32(from + 20, frameAt(at), true)
  })
  const texts = cues.flatMap(({ at, end, text }, i) => {
    const label = onOneLine(text)
    const frames = end === null ? 0 : Math.min(LAST_FRAME, frameAt(end) - frameAt(at))
    return [
      chunk('labl', [uint32(i + 1), cString(label)]),
      ...(label === text ? [] : [chunk('note', [uint32(i + 1), cString(text)])]),
      ...(frames > 0 ? [chunk('ltxt', [uint32(i + 1), uint32(frames), ascii('rgn '), new Uint8Array(8)])] : []),
    ]
  })
  return joined([chunk('cue ', [table]), chunk('LIST', [ascii('adtl'), ...texts])])
}

/** The markers in a WAV; null if it is not one. */
export async function readWavMarkers(read: ReadAt, fileBytes: number): Promise<MarkersRead | null> {
  const layout = await scanWav(read, fileBytes)
  if (!layout) return null
  const [cues, lists] = [await contentsOf(layout, read, isCue), await contentsOf(layout, read, isLabels)]
  const labels = new Map<number, Label>()
  for (const list of lists) readLabels(list, labels)
  const tray = new MarkerTray()
  for (const [id, frame] of cues.flatMap(cuePlaces)) {
    const { title = '', words = '', frames = 0 } = labels.get(id) ?? {}
    const at = frame / layout.sampleRate
    tray.add({
      at,
      end: frames > 0 ? (frame + frames) / layout.sampleRate : null,
      text: wholeText(asLines(title), words) || `Marker ${id}`,
    })
  }
  return tray.read()
}

export function isCue({ id }: WavLayout['chunks'][number]): boolean {
  return id === 'cue '
}

export function isLabels({ list }: WavLayout['chunks'][number]): boolean {
  return list === 'adtl'
}

interface Label {
  title?: string
  words?: string
  frames?: Frames
}

function contentsOf(
  { chunks }: WavLayout,
  read: ReadAt,
  isWanted: (chunk: WavLayout['chunks'][number]) => boolean,
): Promise<readonly Uint8Array[]> {
  return Promise.all(
    chunks
      .filter(isWanted)
      .slice(0, 4)
      .map(({ at, bytes }) => read(at, Math.min(bytes, MOST_LIST_BYTES))),
  )
}

function cuePlaces(table: Uint8Array): readonly (readonly [id: number, frame: Frames])[] {
  const view = viewOf(table)
  const count = table.length < 4 ? 0 : Math.min(view.getUint32(0, true), Math.floor((table.length - 4) / 24))
  return Array.from(
    { length: count },
    (_, i) => [view.getUint32(4 + 24 * i, true), view.getUint32(24 + 24 * i, true)] as const,
  )
}

function readLabels(list: Uint8Array, labels: Map<number, Label>): void {
  const view = viewOf(list)
  for (let at = 4; at + 12 <= list.length;) {
    const bytes = view.getUint32(at + 4, true)
    const content = list.subarray(at + 12, Math.min(at + 8 + bytes, list.length))
    const id = view.getUint32(at + 8, true)
    const label = labels.get(id) ?? {}
    const kind = nameAt(list, at)
    if (kind === 'labl') label.title = textOf(content)
    if (kind === 'note') label.words = textOf(content)
    if (kind === 'ltxt' && content.length >= 4) label.frames = viewOf(content).getUint32(0, true)
    labels.set(id, label)
    at += 8 + bytes + (bytes % 2)
  }
}

function textOf(content: Uint8Array): string {
  const end = content.indexOf(0)
  return textOfBytes(end === -1 ? content : content.subarray(0, end))
}

function chunk(id: string, parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = parts.reduce((sum, part) => sum + part.length, 0)
  return joined([ascii(id), uint32(bytes), ...parts, new Uint8Array(bytes % 2)])
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

function cString(text: string): Uint8Array {
  return utf8Bytes(`${text.replaceAll('\0', '')}\0`)
}

function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  viewOf(bytes).setUint32(0, value, true)
  return bytes
}

function ascii(text: string): Uint8Array {
  return utf8Bytes(text)
}
