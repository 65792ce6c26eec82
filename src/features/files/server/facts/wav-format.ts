import { findPcmLayout } from '#audio/pcm-layout.ts'

export interface WavFormat {
  readonly sampleRate: number
  readonly bits: number
  readonly channels: number
}

/** Of uncompressed WAV; `head` is the start of a file of this size. */
export function wavFormat(head: Buffer, sizeBytes: number): WavFormat | undefined {
  if (!/^(RIFF|RF64|BW64)....WAVE$/s.test(head.toString('latin1', 0, 12))) return undefined
  const layout = findPcmLayout((offset, length) => head.subarray(offset, offset + length), sizeBytes)
  const bits = Number(/\d+/.exec(layout?.encoding ?? '')?.[0])
  return layout && bits > 0 ? { sampleRate: layout.sampleRate, bits, channels: layout.channels } : undefined
}
