import { text, viewOf } from '#audio/pcm-format.ts'
import type { ReadBytes } from '#audio/pcm-format.ts'
import { admSpeakers } from '#audio/speakers/adm-speakers.ts'
import { coreAudioSpeakers } from '#audio/speakers/core-audio-speakers.ts'
import { mp4Speakers } from '#audio/speakers/mp4-speakers.ts'

const MOST_CHUNKS = 1000
const MOST_LAYOUT_BYTES = 4096

/**
 * The loudspeakers of uncompressed channels by what their file says apart from a channel mask: the ADM of a WAV, and
 * the layouts of CAF, QuickTime and MP4, whose channels may come in any order. Undefined if it does not name all.
 */
export function fileSpeakers(read: ReadBytes, fileBytes: number, channels: number): readonly string[] | undefined {
  if (channels < 3) return undefined
  const start = text(read(0, 12), 0, 12)
  if (start.startsWith('caff')) return cafSpeakers(read, fileBytes, channels)
  if (start.startsWith('WAVE', 8)) return admSpeakers(read, fileBytes, channels)
  return /^.{4}(ftyp|moov|mdat|wide|free|skip)/s.test(start) ? mp4Speakers(read, fileBytes, channels) : undefined
}

function cafSpeakers(read: ReadBytes, fileBytes: number, channels: number): readonly string[] | undefined {
  for (let at = 8, n = 0; at + 12 <= fileBytes && n < MOST_CHUNKS; n++) {
    const head = read(at, 12)
    if (head.length < 12) return undefined
    const bytes = Number(viewOf(head).getBigInt64(4))
    if (text(head, 0, 4) === 'chan')
      return coreAudioSpeakers(read(at + 12, Math.min(Math.max(0, bytes), MOST_LAYOUT_BYTES)), channels)
    if (bytes < 0 || !Number.isSafeInteger(bytes)) return undefined
    at += 12 + bytes
  }
  return undefined
}
