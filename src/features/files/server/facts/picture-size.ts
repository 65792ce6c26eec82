import { jpegSize, pngSize, type PictureSize } from '#server/media/picture-header.ts'

/** In pixels, as stored; `head` is the start of a PNG, JPEG, GIF or WebP file. */
export function pictureSize(head: Buffer): PictureSize | null {
  const size = sizeIn(head)
  return size && size.width > 0 && size.height > 0 ? size : null
}

function sizeIn(head: Buffer): PictureSize | null {
  const says = (at: number, words: string) => head.toString('latin1', at, at + words.length) === words
  if (head.byteLength < 30) return null
  if (says(0, 'GIF8')) return { width: head.readUInt16LE(6), height: head.readUInt16LE(8) }
  if (says(0, 'RIFF') && says(8, 'WEBP')) return webpSize(head, says)
  return pngSize(head) ?? jpegSize(head) ?? null
}

/** @see https://developers.google.com/speed/webp/docs/riff_container */
function webpSize(head: Buffer, says: (at: number, words: string) => boolean): PictureSize | null {
  if (says(12, 'VP8X')) return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 }
  if (says(12, 'VP8L')) {
    const bits = head.readUInt32LE(21)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (says(12, 'VP8 ')) return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff }
  return null
}
