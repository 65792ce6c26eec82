import { FLAC_HEADER_BYTES } from '#audio/flac-stream-info.ts'

/** Metadata that players show for a file. */
export interface SoundTags {
  readonly title: string
  readonly album: string
  /** `v3` or `v3 radio edit`. */
  readonly version: string
  /** The version's date, such as `2026-11-20`. */
  readonly date: string
  readonly cover: TagPicture | undefined
}

/** The front cover. */
export interface TagPicture {
  readonly mediaType: 'image/jpeg' | 'image/png'
  /** Width and height in pixels. */
  readonly edge: number
  readonly bytes: Uint8Array
}

/** The type that both formats give to a front cover. */
const FRONT_COVER = 3

/**
 * The start of a FLAC file with tags: the marker, STREAMINFO unchanged, the cover, and the tags as the last metadata
 * block. `header`: marker and STREAMINFO, the file's first 42 bytes.
 * @see RFC 9639, sections 8.2, 8.6 and 8.8
 */
export function taggedFlacHeader(header: Uint8Array, tags: SoundTags): Uint8Array<ArrayBuffer> {
  const comments = vorbisComments([
    ['TITLE', tags.title],
    ['ALBUM', tags.album],
    ['VERSION', tags.version],
    ['DATE', tags.date],
  ])
  const start = Buffer.from(header.subarray(0, FLAC_HEADER_BYTES))
  start[4] = 0
  return Buffer.concat([
    start,
    ...(tags.cover ? [flacBlock(6, flacPicture(tags.cover))] : []),
    flacBlock(0x84, comments),
  ])
}

/** `type` has the high bit set in the last block. */
function flacBlock(type: number, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(type * 0x1000000 + content.length)
  return Buffer.concat([head, content])
}

/** Colours are counted for palettes alone, so 0. */
function flacPicture({ mediaType, edge, bytes }: TagPicture): Uint8Array<ArrayBuffer> {
  const type = Buffer.from(mediaType)
  return Buffer.concat([
    u32(FRONT_COVER),
    u32(type.length),
    type,
    u32(0),
    u32(edge),
    u32(edge),
    u32(24),
    u32(0),
    u32(bytes.length),
    bytes,
  ])
}

function u32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function vorbisComments(fields: readonly (readonly [name: string, value: string])[]): Uint8Array<ArrayBuffer> {
  const texts = ['Roughmix', ...fields.map(([name, value]) => `${name}=${value}`)].map((text) =>
    new TextEncoder().encode(text.toWellFormed()),
  )
  const bytes = new Uint8Array(4 + texts.reduce((sum, text) => sum + 4 + text.length, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  texts.forEach((text, i) => {
    view.setUint32(at, text.length, true)
    bytes.set(text, at + 4)
    at += 4 + text.length
    if (i > 0) return
    view.setUint32(at, fields.length, true)
    at += 4
  })
  return bytes
}

/** An ID3v2.3 tag, the version that every player and file manager reads. @see https://id3.org/id3v2.3.0 */
export function id3Tag(tags: SoundTags): Uint8Array<ArrayBuffer> {
  const frames = [
    textFrame('TIT2', tags.title),
    textFrame('TIT3', tags.version),
    textFrame('TALB', tags.album),
    textFrame('TYER', tags.date.slice(0, 4)),
    ...(tags.cover ? [pictureFrame(tags.cover)] : []),
  ]
  const size = frames.reduce((sum, frame) => sum + frame.length, 0)
  const head = [0x49, 0x44, 0x33, 3, 0, 0, (size >> 21) & 127, (size >> 14) & 127, (size >> 7) & 127, size & 127]
  return Buffer.concat([Uint8Array.from(head), ...frames])
}

/** Without a description, which would be Latin-1. */
function pictureFrame({ mediaType, bytes }: TagPicture): Uint8Array<ArrayBuffer> {
  const content = Buffer.concat([Buffer.from(`\0${mediaType}\0`), Uint8Array.from([FRONT_COVER, 0]), bytes])
  return Buffer.concat([Buffer.from('APIC'), u32(content.length), Uint8Array.from([0, 0]), content])
}

/** UTF-16 with a byte order mark; version 2.3 has no UTF-8. */
function textFrame(id: string, text: string): Uint8Array<ArrayBuffer> {
  const frame = new Uint8Array(10 + 3 + text.length * 2)
  const view = new DataView(frame.buffer)
  frame.set([...id].map((letter) => letter.charCodeAt(0)))
  view.setUint32(4, 3 + text.length * 2)
  frame.set([1, 0xff, 0xfe], 10)
  for (let i = 0; i < text.length; i++) view.setUint16(13 + i * 2, text.charCodeAt(i), true)
  return frame
}
