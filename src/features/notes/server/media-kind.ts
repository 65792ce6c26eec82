/** What a browser may show or play of an untrusted file, by its first bytes; undefined means download only. */
export interface MediaKind {
  readonly kind: 'image' | 'audio'
  readonly mediaType: string
}

/** How many first bytes are examined. */
export const MEDIA_HEAD_BYTES = 64

/**
 * Excludes all types that can contain scripts (SVG, HTML, PDF).
 * @see https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern
 */
export function mediaKind(head: Uint8Array): MediaKind | undefined {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength)
  const at = (offset: number, text: string) => bytes.toString('latin1', offset, offset + text.length) === text
  if (at(0, '\x89PNG\r\n\x1a\n')) return image('png')
  if (at(0, '\xff\xd8\xff')) return image('jpeg')
  if (at(0, 'GIF87a') || at(0, 'GIF89a')) return image('gif')
  if (at(0, 'RIFF') && at(8, 'WEBP')) return image('webp')
  if ((at(0, 'RIFF') || at(0, 'RF64')) && at(8, 'WAVE')) return audio('wav')
  if (at(0, 'fLaC')) return audio('flac')
  if (at(0, 'OggS')) return audio('ogg')
  if (at(0, '\x1a\x45\xdf\xa3')) return audio('webm')
  if (at(0, 'ID3') || ((bytes[0] ?? 0) === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2)) return audio('mpeg')
  if (at(4, 'ftyp')) {
    if (at(8, 'avif')) return image('avif')
    if (at(8, 'M4A ') || at(8, 'mp42') || at(8, 'isom') || at(8, 'iso5') || at(8, 'iso6')) return audio('mp4')
  }
  return undefined
}

function image(type: string): MediaKind {
  return { kind: 'image', mediaType: `image/${type}` }
}

function audio(type: string): MediaKind {
  return { kind: 'audio', mediaType: `audio/${type}` }
}
