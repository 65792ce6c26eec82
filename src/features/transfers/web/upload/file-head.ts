import { parseStreamInfo } from '#audio/flac-stream-info.ts'
import { findPcmLayout } from '#audio/pcm-layout.ts'
import type { PcmLayout } from '#audio/pcm-format.ts'
import type { Hertz, Seconds } from '#shared/units.ts'

/** What the first bytes of a file reveal. */
export type FileHead = AudioHead | OtherHead | { readonly kind: 'unknown' } | { readonly kind: 'empty' }

export interface AudioHead {
  readonly kind: 'audio'
  /** `WAV`, `AIFF`, `FLAC`, `MP3` … */
  readonly container: string
  /** True or false if the first bytes show it; null for containers of both kinds. */
  readonly lossless: boolean | null
  /** `24`, `32f`; null if unknown or meaningless. */
  readonly bits: string | null
  readonly sampleRate: Hertz | null
  readonly durationSeconds: Seconds | null
}

export interface OtherHead {
  readonly kind: 'other'
  readonly what: OtherKind
}

/** Files that are not audio, so that the message can name the kind. */
export type OtherKind = 'picture' | 'video' | 'archive' | 'document' | 'session' | 'midi' | 'program' | 'other'

/** Enough for the header of a bounce with tags in front. */
export const FILE_HEAD_BYTES = 256 * 1024

/** Examines `bytes`, the beginning of a file of `fileBytes`, and the file's name. */
export function fileHead(bytes: Uint8Array, fileBytes: number, fileName: string): FileHead {
  if (fileBytes === 0) return { kind: 'empty' }
  const start = latin(bytes, 0, 16)
  return audioIn(bytes, start, fileBytes) ?? otherBytes(start) ?? otherName(fileName) ?? { kind: 'unknown' }
}

function audioIn(bytes: Uint8Array, start: string, fileBytes: number): AudioHead | undefined {
  if (/^(RIFF|RF64|BW64)....WAVE/s.test(start)) return linear('WAV', bytes, fileBytes)
  if (/^FORM....AIF[FC]/s.test(start)) return linear('AIFF', bytes, fileBytes)
  if (start.startsWith('caff')) return linear('CAF', bytes, fileBytes)
  if (start.startsWith('fLaC')) return flac(bytes)
  if (/^....ftyp(M4A|M4B|mp4|isom|iso2|M4V|dash)/s.test(start)) return plain('M4A', null)
  if (start.startsWith('OggS')) return plain('Ogg', latin(bytes, 0, 256).includes('FLAC'))
  if (start.startsWith('riff')) return plain('W64', true)
  if (start.startsWith('wvpk')) return plain('WavPack', null)
  if (start.startsWith('MAC ')) return plain('APE', true)
  if (start.startsWith('\x30\x26\xb2\x75\x8e\x66\xcf\x11')) return plain('WMA', null)
  if (start.startsWith('ID3') || isMpegFrame(bytes)) return plain('MP3', false)
  return isAdts(bytes) ? plain('AAC', false) : undefined
}

function linear(container: string, bytes: Uint8Array, fileBytes: number): AudioHead {
  const layout = findPcmLayout((offset, length) => bytes.subarray(offset, offset + length), fileBytes)
  if (!layout) return plain(container, null)
  return {
    kind: 'audio',
    container,
    lossless: true,
    bits: bitsOf(layout),
    sampleRate: layout.sampleRate,
    durationSeconds: layout.totalFrames / layout.sampleRate,
  }
}

/** `s24le` has 24 bits, `f32be` is a 32-bit float. */
function bitsOf({ encoding }: PcmLayout): string {
  return `${encoding.replace(/\D/g, '')}${encoding.startsWith('f') ? 'f' : ''}`
}

function flac(bytes: Uint8Array): AudioHead {
  const block = bytes.subarray(8, 42)
  // STREAMINFO is the first block of every FLAC file; otherwise only the four letters match.
  if (block.length < 34 || ((bytes[4] ?? 0) & 0x7f) !== 0) return plain('FLAC', true)
  const { bitsPerSample, sampleRate, totalFrames } = parseStreamInfo(block)
  return {
    kind: 'audio',
    container: 'FLAC',
    lossless: true,
    bits: String(bitsPerSample),
    sampleRate: sampleRate || null,
    durationSeconds: sampleRate && totalFrames ? totalFrames / sampleRate : null,
  }
}

function plain(container: string, lossless: boolean | null): AudioHead {
  return { kind: 'audio', container, lossless, bits: null, sampleRate: null, durationSeconds: null }
}

/** Layer II or III with a valid bit rate and sample rate. */
function isMpegFrame([a = 0, b = 0, c = 0]: Uint8Array): boolean {
  const layer = (b >> 1) & 3
  return (
    a === 0xff &&
    (b & 0xe0) === 0xe0 &&
    ((b >> 3) & 3) !== 1 &&
    (layer === 1 || layer === 2) &&
    c >> 4 !== 0xf &&
    c >> 4 !== 0 &&
    ((c >> 2) & 3) !== 3
  )
}

function isAdts([a = 0, b = 0]: Uint8Array): boolean {
  return a === 0xff && (b & 0xf6) === 0xf0
}

/** Signatures of other files; `?` matches any byte. */
const signatures: Readonly<Record<Exclude<OtherKind, 'session' | 'other'>, readonly string[]>> = {
  picture: [
    '\x89PNG',
    'GIF8',
    '\xff\xd8\xff',
    'BM????\0\0\0\0',
    'II*\0',
    'MM\0*',
    'RIFF????WEBP',
    '????ftypheic',
    '????ftypheix',
    '????ftypmif1',
    '????ftypavif',
  ],
  video: ['????ftypqt  ', '\x1aE\xdf\xa3', 'RIFF????AVI ', '\0\0\x01\xba', '\0\0\x01\xb3'],
  archive: ['PK\x03\x04', 'PK\x05\x06', 'Rar!', '7z\xbc\xaf', '\x1f\x8b', 'BZh', '\xfd7zXZ'],
  document: ['%PDF', '{\\rtf', '\xd0\xcf\x11\xe0', '<!DOCTYPE', '<!doctype', '<html'],
  midi: ['MThd'],
  program: ['\x7fELF', 'MZ', '\xcf\xfa\xed\xfe', '\xca\xfe\xba\xbe'],
}

function otherBytes(start: string): OtherHead | undefined {
  return otherOf(Object.entries(signatures).find(([, patterns]) => patterns.some((pattern) => begins(start, pattern))))
}

function begins(start: string, pattern: string): boolean {
  return start.length >= pattern.length && [...pattern].every((sign, at) => sign === '?' || sign === start[at])
}

const endings: Readonly<Record<OtherKind, string>> = {
  picture: 'png jpg jpeg gif webp heic heif avif tif tiff bmp svg psd',
  video: 'mov mkv avi webm mpg mpeg m4v wmv',
  archive: 'zip rar 7z gz tgz tar bz2 xz dmg',
  document: 'pdf txt md doc docx rtf odt pages html htm csv xls xlsx json xml',
  session: 'als logicx ptx ptf cpr npr rpp flp song band bwproject reason aup3 ardour sesx',
  midi: 'mid midi',
  program: 'exe app msi sh js dll',
  other: 'peak pkf reapeaks asd sfk ds_store ini lnk url',
}

/** The kind of a file that its name alone rules out. */
export function otherName(fileName: string): OtherHead | undefined {
  const ending = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? ''
  return otherOf(Object.entries(endings).find(([, list]) => list.split(' ').includes(ending)))
}

/** The keys of both tables are kinds, so the cast is safe. */
function otherOf(found: readonly [string, unknown] | undefined): OtherHead | undefined {
  return found && { kind: 'other', what: found[0] as OtherKind }
}

function latin(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to))
}
