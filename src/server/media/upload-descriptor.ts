import { fstatSync, readSync } from 'node:fs'
import type { PcmLayout } from '#audio/pcm-format.ts'
import { UPLOAD_DESCRIPTOR } from '#server/media/child-protocol.ts'
import type { FlacOriginalHead } from '#server/media/flac-original.ts'

interface UploadBytes {
  readonly fileBytes: number
  /** Fewer than asked for where the file ends. */
  read(offset: number, length: number): Uint8Array
}

/** The file that a child was handed. */
export function openUpload(): UploadBytes {
  const fileBytes = fstatSync(UPLOAD_DESCRIPTOR).size
  return {
    fileBytes,
    read(offset, length) {
      const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, fileBytes - offset)))
      const got = bytes.length === 0 ? 0 : readSync(UPLOAD_DESCRIPTOR, bytes, 0, bytes.length, offset)
      return got === bytes.length ? bytes : bytes.subarray(0, got)
    },
  }
}

/** What is known of the upload where it is plain PCM or native FLAC. */
export interface Original {
  readonly pcm: PcmLayout | null
  readonly flac: FlacOriginalHead | null
}
