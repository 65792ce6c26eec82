import { text, viewOf } from '#audio/pcm-format.ts'

const HEAD_BYTES = 4
const ENTRY_BYTES = 40
const MOST_ENTRIES = 1024
/** What to read of a `chna` chunk. */
export const MOST_CHNA_BYTES = HEAD_BYTES + MOST_ENTRIES * ENTRY_BYTES

/** A track of an ADM file: the channel that it is in, counted from 0, and what its sound is. */
export interface AdmTrack {
  readonly channel: number
  /** `AT_0001…`, or `AC_…` where the format has no track of its own. */
  readonly format: string
  /** `AP_…`: the pack that it belongs to. */
  readonly pack: string
}

/**
 * The tracks of a `chna` chunk, each with its number (2 bytes), UID (12), track format (14), pack format (11), and one
 * byte of padding.
 * @see ITU-R BS.2088-1, section 8
 */
export function admTracks(chunk: Uint8Array): readonly AdmTrack[] {
  const tracks: AdmTrack[] = []
  for (let at = HEAD_BYTES; at + ENTRY_BYTES <= chunk.length; at += ENTRY_BYTES) {
    const number = viewOf(chunk).getUint16(at, true)
    if (number !== 0)
      tracks.push({ channel: number - 1, format: text(chunk, at + 14, 14), pack: text(chunk, at + 28, 11) })
  }
  return tracks
}
