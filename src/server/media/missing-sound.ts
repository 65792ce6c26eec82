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
/** LAME's delay and padding together are at most three frames of 576 and a half; at low rates that is longer. */
const MP3_PADDING: Frames = 2016
/** Windows Media counts its lead-in with the music. */
const WMA_TOLERANCE: Seconds = 4

/**
 * How much of what the file promises is not there: seconds (negative where there is more than promised), null where it
 * is cut off but does not say how long it was, or `complete`. Only promises that can be trusted count; many containers
 * merely guess their length.
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
  // Of an Ogg file FFmpeg takes the length from its last page.
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
