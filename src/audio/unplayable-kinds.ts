import { text } from '#audio/pcm-format.ts'
import type { ReadBytes } from '#audio/pcm-format.ts'

/** Kinds of sound that are recognised but not decoded. The names are the ones that people see. */
export const unplayableKinds = [
  'AC-3',
  'AC-4',
  'AMR',
  'ATRAC',
  'Dolby TrueHD',
  'DTS',
  'E-AC-3',
  'MLP',
  'MPEG-4 ALS',
  'Musepack',
  'OptimFROG',
  'RealAudio',
  'Shorten',
  'Speex',
  'TAK',
  'coded sound in PCM samples (IEC 61937)',
] as const
export type UnplayableKind = (typeof unplayableKinds)[number]

/** By FFmpeg's name of the codec, for sound inside a container. */
const BY_CODEC: Readonly<Record<string, UnplayableKind>> = {
  ac3: 'AC-3',
  ac4: 'AC-4',
  amr_nb: 'AMR',
  amr_wb: 'AMR',
  atrac3: 'ATRAC',
  atrac3p: 'ATRAC',
  truehd: 'Dolby TrueHD',
  mlp: 'MLP',
  dts: 'DTS',
  eac3: 'E-AC-3',
  mp4als: 'MPEG-4 ALS',
  musepack7: 'Musepack',
  musepack8: 'Musepack',
  ra_144: 'RealAudio',
  ra_288: 'RealAudio',
  cook: 'RealAudio',
  sipr: 'RealAudio',
  shorten: 'Shorten',
  speex: 'Speex',
  tak: 'TAK',
}

/** The first bytes of files that are a bare stream. @see ETSI TS 102 114 for DTS's four synchronisation words */
const BY_START: readonly (readonly [start: string, kind: UnplayableKind])[] = [
  ['\x7f\xfe\x80\x01', 'DTS'],
  ['\xfe\x7f\x01\x80', 'DTS'],
  ['\x1f\xff\xe8\x00', 'DTS'],
  ['\xff\x1f\x00\xe8', 'DTS'],
  ['DTSHDHDR', 'DTS'],
  ['\xac\x40', 'AC-4'],
  ['\xac\x41', 'AC-4'],
  ['#!AMR', 'AMR'],
  ['MP+', 'Musepack'],
  ['MPCK', 'Musepack'],
  ['OFR ', 'OptimFROG'],
  ['.ra\xfd', 'RealAudio'],
  ['.RMF', 'RealAudio'],
  ['ajkg', 'Shorten'],
  ['tBaK', 'TAK'],
]

/** The start of a burst in which coded sound is carried as 16-bit stereo PCM. @see IEC 61937-1 */
const BURST = '\x72\xf8\x1f\x4e'
/** The longest frames have 24 KiB. */
const SEARCHED_BYTES = 98_304
const LEAST_FRAMES = 3
const LEAST_FRAME_BYTES = 90

/** @param name FFmpeg's name of a codec */
export function unplayableCodec(name: string | null): UnplayableKind | null {
  return BY_CODEC[name ?? ''] ?? null
}

/** Which kind of sound a file is that cannot be decoded here; null for all others. */
export function unplayableKind(read: ReadBytes): UnplayableKind | null {
  const head = read(0, 16)
  const start = text(head, 0, head.length)
  return BY_START.find(([known]) => start.startsWith(known))?.[1] ?? dolbyStream(head) ?? codedInWav(read, start)
}

/** @see ETSI TS 102 366, sections 4.4.1 and E.1.3 (`bsid`), for AC-3 and E-AC-3; Dolby TrueHD bitstream description */
function dolbyStream(head: Uint8Array): UnplayableKind | null {
  if (text(head, 4, 4) === '\xf8\x72\x6f\xba') return 'Dolby TrueHD'
  if (text(head, 4, 4) === '\xf8\x72\x6f\xbb') return 'MLP'
  if (text(head, 0, 2) !== '\x0b\x77') return null
  const stream = (head[5] ?? 0) >> 3
  if (stream <= 10) return 'AC-3'
  return stream <= 16 ? 'E-AC-3' : null
}

/** Coded sound in a WAV is played as noise by everything that takes it for PCM. */
function codedInWav(read: ReadBytes, start: string): UnplayableKind | null {
  if (!/^(RIFF|RF64|BW64)....WAVE/s.test(start)) return null
  const bytes = read(0, SEARCHED_BYTES)
  const samples = text(bytes, 0, bytes.length)
  if (hasFrames(samples, BURST)) return 'coded sound in PCM samples (IEC 61937)'
  return BY_START.find(([word, kind]) => kind === 'DTS' && hasFrames(samples, word))?.[1] ?? null
}

/** Frames begin with the same word and follow each other; in ordinary samples no such word comes back like that. */
function hasFrames(samples: string, word: string): boolean {
  const [before = '', ...frames] = samples.split(word)
  return (
    frames.length >= LEAST_FRAMES &&
    /data.{4}\0*$/s.test(before) &&
    frames.slice(0, -1).every((frame) => frame.length >= LEAST_FRAME_BYTES)
  )
}
