import { FLAC_HEADER_BYTES } from '#audio/flac-stream-info.ts'

/** Metadata that players show for a file. */
export interface SoundTags {
  readonly title: string
  readonly album: string
  /** `v3` or `v3 radio edit`. */
  readonly version: string
  /** The version's date, such as `2026-11-20`. */
  readonly date: string
}

/**
 * The start of a FLAC file with tags: the marker, STREAMINFO unchanged, and the tags as the last metadata block.
 * `header`: marker and STREAMINFO, the file's first 42 bytes.
 * @see RFC 9639, sections 8.2 and 8.6
 */
export function taggedFlacHeader(header: Uint8Array, tags: SoundTags): Uint8Array<ArrayBuffer> {
  const comments = vorbisComments([
    ['TITLE', tags.title],
    ['ALBUM', tags.album],
    ['VERSION', tags.version],
    ['DATE', tags.date],
  ])
  const head = new Uint8Array(FLAC_HEADER_BYTES + 4 + comments.length)
  head.set(header.subarray(0, FLAC_HEADER_BYTES))
  head[4] = 0
  new DataView(head.buffer).setUint32(FLAC_HEADER_BYTES, 0x84000000 + comments.length)
  head.set(comments, FLAC_HEADER_BYTES + 4)
  return head
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
  ]
  const size = frames.reduce((sum, frame) => sum + frame.length, 0)
  const tag = new Uint8Array(10 + size)
  tag.set([0x49, 0x44, 0x33, 3, 0, 0, (size >> 21) & 127, (size >> 14) & 127, (size >> 7) & 127, size & 127])
  let at = 10
  for (const frame of frames) {
    tag.set(frame, at)
    at += frame.length
  }
  return tag
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
