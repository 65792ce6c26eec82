import { readFileSync } from 'node:fs'

/** The samples of a 24-bit stereo WAV with a plain header, as a player hears them: planes[channel][frame] in -1..1. */
export function wavSamples(path: string): readonly [Float32Array, Float32Array] {
  const bytes = readFileSync(path)
  const start = bytes.indexOf('data') + 8
  const frames = Math.floor((bytes.length - start) / 6)
  const planes = [new Float32Array(frames), new Float32Array(frames)] as const
  for (let frame = 0; frame < frames; frame++) {
    planes[0][frame] = bytes.readIntLE(start + frame * 6, 3) / 2 ** 23
    planes[1][frame] = bytes.readIntLE(start + frame * 6 + 3, 3) / 2 ** 23
  }
  return planes
}
