// Frame lengths of MP3 and AAC: files that consist only of such frames have no other end marker.

const MP3_KBPS = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320] as const
const MP3_LOW_KBPS = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160] as const
const MP3_RATES = [44_100, 48_000, 32_000] as const
/** Half the rate in MPEG-2, a quarter in MPEG-2.5; indexed by the header's two bits. */
const MP3_RATE_SHARES = [4, null, 2, 1] as const
const LAYER_3 = 1

/**
 * The length of the frame that begins here, in bytes; null if there is none, or the header does not say. @see ISO/IEC
 * 11172-3, 2.4.1.3
 */
export function mp3FrameBytes(head: Uint8Array): number | null {
  const [sync = 0, kind = 0, sizes = 0] = head
  const share = MP3_RATE_SHARES[(kind >> 3) & 3] ?? null
  const rate = MP3_RATES[(sizes >> 2) & 3]
  if (sync !== 0xff || (kind & 0xe0) !== 0xe0 || ((kind >> 1) & 3) !== LAYER_3 || share === null || rate === undefined)
    return null
  const kbps = (share === 1 ? MP3_KBPS : MP3_LOW_KBPS)[sizes >> 4]
  return kbps ? Math.floor(((share === 1 ? 144 : 72) * kbps * 1000) / (rate / share)) + ((sizes >> 1) & 1) : null
}

/** The same for an AAC frame with an ADTS header. @see ISO/IEC 13818-7, 6.2 */
export function adtsFrameBytes(head: Uint8Array): number | null {
  const [sync = 0, kind = 0, , high = 0, middle = 0, low = 0] = head
  if (head.length < 7 || sync !== 0xff || (kind & 0xf6) !== 0xf0) return null
  return ((high & 3) << 11) | (middle << 3) | (low >> 5)
}
