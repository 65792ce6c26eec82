interface PictureSize {
  readonly width: number
  readonly height: number
}

/** In pixels, as stored; `head` is the start of a PNG, JPEG, GIF or WebP file. */
export function pictureSize(head: Buffer): PictureSize | null {
  const size = sizeIn(head)
  return size && size.width > 0 && size.height > 0 ? size : null
}

function sizeIn(head: Buffer): PictureSize | null {
  const says = (at: number, words: string) => head.toString('latin1', at, at + words.length) === words
  if (head.byteLength < 30) return null
  if (says(1, 'PNG') && says(12, 'IHDR')) return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) }
  if (says(0, 'GIF8')) return { width: head.readUInt16LE(6), height: head.readUInt16LE(8) }
  if (says(0, 'RIFF') && says(8, 'WEBP')) return webpSize(head, says)
  return says(0, '\u00ff\u00d8') ? jpegSize(head) : null
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

/** From the first frame header (ITU-T T.81, B.2.2). A picture that its metadata turns is told as it is stored. */
function jpegSize(head: Buffer): PictureSize | null {
  for (let at = 2; at + 9 <= head.byteLength;) {
    if (head[at] !== 0xff) return null
    const marker = head[at + 1] ?? 0
    if (marker === 0xff) {
      at++
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { width: head.readUInt16BE(at + 7), height: head.readUInt16BE(at + 5) }
    at += 2 + head.readUInt16BE(at + 2)
  }
  return null
}
