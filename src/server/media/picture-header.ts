export interface PictureSize {
  readonly width: number
  readonly height: number
}

const PNG_HEAD = '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'

/** In pixels, from a PNG's header; undefined for anything else. @see https://www.w3.org/TR/png-3/#11IHDR */
export function pngSize(bytes: Buffer): PictureSize | undefined {
  if (bytes.byteLength < 33 || bytes.toString('latin1', 0, PNG_HEAD.length) !== PNG_HEAD) return undefined
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/**
 * In pixels, from a JPEG's first frame header; undefined for anything else. A picture that its metadata turns is told
 * as it is stored.
 *
 * @see https://www.w3.org/Graphics/JPEG/itu-t81.pdf, B.2.2
 */
export function jpegSize(bytes: Buffer): PictureSize | undefined {
  if (bytes.byteLength < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined
  for (let at = 2; at + 9 <= bytes.byteLength;) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] ?? 0
    // Padding, and markers without a length.
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (isFrame(marker)) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    // The picture's data begins, and no frame came before it.
    if (marker === 0xda || marker === 0xd9) return undefined
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

/** SOF0 to SOF15, without the tables that share their range: DHT, JPG, DAC. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}
