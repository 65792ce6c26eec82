import type { ComparisonResult } from '#audio/comparison-result.ts'
import { CELLS_PER_SECOND } from '#audio/loudness-gating.ts'
import { compareSounds } from '#server/media/compare-sounds.ts'
import type { ComparedSource } from '#server/media/compared-source.ts'
import type { Hertz } from '#shared/units.ts'

/** `sound[channel][frame]` */
export type SampleChannels = readonly Float64Array[]

/** A recording in memory, with the interface that the comparison uses for files. */
export function soundSource(sound: SampleChannels, sampleRate: Hertz, isSound = true): ComparedSource {
  const open = async () => {
    let at = 0
    const read = async (frames: number) => {
      const taken = sound.map((side) => side.slice(at, at + frames))
      at += taken[0]?.length ?? 0
      return taken
    }
    return { sampleRate, channels: sound.length, read }
  }
  return { open, isSound: () => isSound }
}

/** Mean squares of 10 ms, without frequency weighting. */
export function soundGrid(sound: SampleChannels, sampleRate: Hertz): Float32Array {
  const width = sampleRate / CELLS_PER_SECOND
  return Float32Array.from({ length: Math.floor((sound[0]?.length ?? 0) / width) }, (_, cell) =>
    sound.reduce(
      (sum, side) =>
        sum +
        side.subarray(cell * width, (cell + 1) * width).reduce((squares, sample) => squares + sample * sample, 0) /
          width,
      0,
    ),
  )
}

export async function comparedSounds(
  a: SampleChannels,
  b: SampleChannels,
  rates: { readonly a: Hertz; readonly b: Hertz },
): Promise<ComparisonResult> {
  return (
    await compareSounds(
      { a: soundSource(a, rates.a), b: soundSource(b, rates.b) },
      { a: soundGrid(a, rates.a), b: soundGrid(b, rates.b) },
    )
  ).result
}
