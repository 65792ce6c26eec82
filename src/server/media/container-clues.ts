import { text, viewOf } from '#audio/pcm-format.ts'
import type { ReadBytes } from '#audio/pcm-format.ts'
import type { Frames } from '#shared/units.ts'

/** Signatures of known containers, each at a byte offset. */
const STARTS: readonly (readonly [at: number, start: string])[] = [
  [8, 'WAVE'],
  [8, 'AIFF'],
  [8, 'AIFC'],
  [0, 'fLaC'],
  [0, 'OggS'],
  [0, 'ID3'],
  [0, 'caff'],
  [4, 'ftyp'],
  [0, '\x30\x26\xb2\x75'],
  [0, 'riff\x2e\x91'],
  [0, 'wvpk'],
  [0, 'MAC '],
  [0, 'TTA1'],
  [0, 'DSD '],
  [0, 'FRM8'],
  [0, '.snd'],
  [0, '\x1a\x45\xdf\xa3'],
]

/** The length of a page's header before its segment table. */
const OGG_HEAD_BYTES = 27

/**
 * Whether the first bytes look like audio: then a file that cannot be opened is damaged rather than of another type.
 */
export function looksLikeAudio(read: ReadBytes): boolean {
  const start = text(read(0, 16), 0, 16)
  return STARTS.some(([at, known]) => start.startsWith(known, at))
}

/** The length of an MP3 from its Xing or Info header, the only reliable source. Null without one. */
export function mp3DeclaredFrames(read: ReadBytes, samplesPerFrame: Frames): Frames | null {
  const first = read(id3Bytes(read(0, 10)), 400)
  const at = text(first, 0, first.length).search(/Xing|Info/)
  if (at < 0 || at + 12 > first.length || (viewOf(first).getUint32(at + 4) & 1) === 0) return null
  return viewOf(first).getUint32(at + 8) * samplesPerFrame
}

/** Whether an Ogg file ends before or within the page that is marked as the last. @see RFC 3533, section 6 */
export function oggIsCut(read: ReadBytes, fileBytes: number): boolean {
  const tail = read(Math.max(0, fileBytes - 65_536 - 27), 65_536 + 27)
  const at = Buffer.from(tail).lastIndexOf('OggS')
  const isLast = at >= 0 && ((tail[at + 5] ?? 0) & 4) !== 0
  const lacing = tail.subarray(at + OGG_HEAD_BYTES, at + OGG_HEAD_BYTES + (tail[at + 26] ?? 0))
  const pageBytes = OGG_HEAD_BYTES + (tail[at + 26] ?? 0) + lacing.reduce((sum, bytes) => sum + bytes, 0)
  return !isLast || at + pageBytes > tail.length
}

/** The length of an ID3v2 tag at the start of a file; 0 if there is none. `head`: the file's first ten bytes. */
export function id3Bytes(head: Uint8Array): number {
  if (text(head, 0, 3) !== 'ID3') return 0
  const [a = 0, b = 0, c = 0, d = 0] = head.subarray(6, 10)
  return 10 + ((a & 127) << 21) + ((b & 127) << 14) + ((c & 127) << 7) + (d & 127)
}
