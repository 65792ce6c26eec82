import type { ReadBytes } from '#audio/pcm-format.ts'
import { mp3DeclaredFrames, oggIsCut } from '#server/media/container-clues.ts'
import type { Decoder, SourceFacts } from '#server/media/decoder.ts'
import type { Original } from '#server/media/upload-descriptor.ts'
import type { Frames, Hertz, Seconds } from '#shared/units.ts'

export interface Decoded {
  readonly sampleRate: Hertz
  readonly totalFrames: Frames
}

/** How far an encoder's padding and rounding may move the end of a lossy file. */
const LOSSY_TOLERANCE: Seconds = 0.15
/** LAME's delay and padding together are at most 3.5 frames of 576; this is longer at low rates. */
const MP3_PADDING: Frames = 2016
/** A year: a header that promises more does not know its length. */
const LONGEST_PROMISE: Seconds = 365 * 86_400
/** Windows Media includes its preroll in the declared length. */
const WMA_TOLERANCE: Seconds = 4

/**
 * How much of the declared audio is missing: seconds (negative if there is more than declared), null if the file is
 * truncated but does not declare its length, or `complete`. Only reliable declarations count; many containers just
 * estimate their length.
 */
export function missingSound(
  { facts: source, endsWithinFrame }: Pick<Decoder, 'facts' | 'endsWithinFrame'>,
  original: Original,
  decoded: Decoded,
  read: ReadBytes,
  fileBytes: number,
): Seconds | null | 'complete' {
  if (source.demuxer === 'ogg' && oggIsCut(read, fileBytes)) return null
  const promised = promisedSeconds(source, original, decoded, read)
  if (!promised) return endsWithinFrame ? null : 'complete'
  if (promised.seconds > LONGEST_PROMISE) return null
  const missing = promised.seconds - decoded.totalFrames / decoded.sampleRate
  const more = source.demuxer === 'flac' || source.demuxer === 'mp3'
  return missing > promised.tolerance || (more && -missing > promised.tolerance) ? missing : 'complete'
}

function promisedSeconds(
  source: SourceFacts,
  original: Original,
  { sampleRate }: Decoded,
  read: ReadBytes,
): { readonly seconds: Seconds; readonly tolerance: Seconds } | null {
  const exactly = (frames: Frames | null) =>
    frames ? { seconds: frames / sampleRate, tolerance: 0.5 / sampleRate } : null
  if (original.pcm) return exactly(original.pcm.declaredFrames)
  if (original.flac) return exactly(original.flac.streamInfo.totalFrames)
  if (source.demuxer === 'mp3') {
    const frames = mp3DeclaredFrames(read, sampleRate >= 32_000 ? 1152 : 576)
    return frames
      ? { seconds: frames / sampleRate, tolerance: Math.max(LOSSY_TOLERANCE, MP3_PADDING / sampleRate) }
      : null
  }
  if (source.declaredSeconds === null) return null
  // FFmpeg derives an Ogg file's length from its last page.
  if (
    source.demuxer === 'ogg' ||
    source.demuxer === 'mov' ||
    source.demuxer === 'wv' ||
    source.demuxer === 'tta' ||
    source.demuxer === 'ape'
  )
    return { seconds: source.declaredSeconds, tolerance: LOSSY_TOLERANCE }
  return source.demuxer === 'asf' ? { seconds: source.declaredSeconds, tolerance: WMA_TOLERANCE } : null
}
