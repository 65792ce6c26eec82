/**
 * An Ogg Opus file made from some packets of another, for `decodeAudioData`. The header's pre-skip is zero, so that no
 * samples are removed at the start.
 * @see RFC 7845, sections 3 to 5, and RFC 3533, section 6
 */
export function opusSegment(
  codecHeader: Uint8Array,
  packets: readonly Uint8Array[],
  packetFrames: number,
): Uint8Array<ArrayBuffer> {
  const head = codecHeader.slice()
  head.fill(0, 10, 12)
  const pages = [oggPage(0, 0, [head], FIRST), oggPage(1, 0, [OPUS_TAGS], 0)]
  for (let from = 0; from < packets.length; from += PACKETS_A_PAGE) {
    const until = Math.min(packets.length, from + PACKETS_A_PAGE)
    pages.push(
      oggPage(pages.length, until * packetFrames, packets.slice(from, until), until === packets.length ? LAST : 0),
    )
  }
  const file = new Uint8Array(pages.reduce((sum, page) => sum + page.length, 0))
  let at = 0
  for (const page of pages) {
    file.set(page, at)
    at += page.length
  }
  return file
}

const FIRST = 2
const LAST = 4
/** A page holds 255 lacing values, and a packet of 20 ms takes at most six of them. */
const PACKETS_A_PAGE = 40
const PAGE_HEADER_BYTES = 27
/** Empty vendor string, no comments. */
const OPUS_TAGS = new Uint8Array([...'OpusTags'].map((letter) => letter.charCodeAt(0)).concat(0, 0, 0, 0, 0, 0, 0, 0))

function oggPage(number: number, granule: number, packets: readonly Uint8Array[], flags: number): Uint8Array {
  const lacing = packets.flatMap(({ length }) => [
    ...Array.from({ length: Math.floor(length / 255) }, () => 255),
    length % 255,
  ])
  const page = new Uint8Array(PAGE_HEADER_BYTES + lacing.length + packets.reduce((sum, { length }) => sum + length, 0))
  const view = new DataView(page.buffer)
  page.set([0x4f, 0x67, 0x67, 0x53, 0, flags]) // "OggS", version 0
  view.setBigInt64(6, BigInt(granule), true)
  view.setUint32(14, 1, true) // the stream's serial number
  view.setUint32(18, number, true)
  page[26] = lacing.length
  page.set(lacing, PAGE_HEADER_BYTES)
  let at = PAGE_HEADER_BYTES + lacing.length
  for (const packet of packets) {
    page.set(packet, at)
    at += packet.length
  }
  view.setUint32(22, oggChecksum(page), true)
  return page
}

/** CRC-32 with the polynomial 0x04c11db7, not reflected, initial value 0. */
function oggChecksum(page: Uint8Array): number {
  let sum = 0
  for (const byte of page) sum = ((sum << 8) ^ (CHECKSUMS[(sum >>> 24) ^ byte] ?? 0)) >>> 0
  return sum
}

const CHECKSUMS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte << 24
  for (let bit = 0; bit < 8; bit++) sum = sum & 0x80000000 ? (sum << 1) ^ 0x04c11db7 : sum << 1
  return sum
})
