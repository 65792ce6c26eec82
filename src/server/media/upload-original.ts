import type { PcmLayout } from '#audio/pcm-format.ts'
import type { FlacOriginalHead } from '#server/media/flac-original.ts'

/** What is known of the upload where it is plain PCM or native FLAC. */
export interface Original {
  readonly pcm: PcmLayout | null
  readonly flac: FlacOriginalHead | null
}
