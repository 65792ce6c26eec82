import { readAiffLayout } from '#audio/pcm-layout-aiff.ts'
import { readCafLayout } from '#audio/pcm-layout-caf.ts'
import { readWavLayout } from '#audio/pcm-layout-wav.ts'
import { text } from '#audio/pcm-format.ts'
import type { PcmLayout, ReadBytes } from '#audio/pcm-format.ts'

/** Null if the file is no such container or its samples are compressed. Never throws on invalid input. */
export function findPcmLayout(read: ReadBytes, fileBytes: number): PcmLayout | null {
  const start = text(read(0, 12), 0, 12)
  if (start.length < 12) return null
  if (/^(RIFF|RF64|BW64)....WAVE$/s.test(start)) return readWavLayout(read, fileBytes)
  if (/^FORM....AIF[FC]$/s.test(start)) return readAiffLayout(read, fileBytes)
  if (start.startsWith('caff')) return readCafLayout(read, fileBytes)
  return null
}
