/**
 * A FLAC file of its own from some blocks of another. STREAMINFO loses the length and the MD5 of the whole, which
 * would not fit any more; zero means "unknown" for both.
 * @see RFC 9639, section 8.2
 */
export function flacSegment(codecHeader: Uint8Array, blocks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const length = blocks.reduce((sum, block) => sum + block.length, codecHeader.length)
  const file = new Uint8Array(length)
  file.set(codecHeader)
  file[4] = 0x80 // the last (and only) metadata block, of type STREAMINFO
  const totalSamplesAt = 8 + 13
  file[totalSamplesAt] = (file[totalSamplesAt] ?? 0) & 0xf0
  file.fill(0, totalSamplesAt + 1, 8 + 34)
  let at = codecHeader.length
  for (const block of blocks) {
    file.set(block, at)
    at += block.length
  }
  return file
}
