import { createHash } from 'node:crypto'
import { wavHeader, wavSamples } from '#audio/wav-file.ts'
import type { Seconds } from '#shared/units.ts'
import type { Chance } from './chance.ts'

export interface TrustSong {
  readonly fileName: string
  readonly bytes: Uint8Array
  readonly sha256: string
}

const SAMPLE_RATE = 48_000

/** A WAV of a few seconds: two tones that are unique in the run, with soft noise. */
export function makeSong(chance: Chance, fileName: string, seconds: Seconds): TrustSong {
  const totalFrames = Math.round(seconds * SAMPLE_RATE)
  const tones = [chance.between(80, 400), chance.between(400, 4000)]
  const samples = tones.map((hertz) =>
    Float32Array.from(
      { length: totalFrames },
      (_, i) => 0.3 * Math.sin((2 * Math.PI * hertz * i) / SAMPLE_RATE) + 0.02 * (chance.fraction() - 0.5),
    ),
  )
  const encoding = chance.fraction() < 0.5 ? 's16' : 's24'
  const bytes = Buffer.concat([
    wavHeader({ sampleRate: SAMPLE_RATE, channels: 2, encoding, totalFrames }),
    wavSamples(samples, encoding),
  ])
  return { fileName, bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
}
