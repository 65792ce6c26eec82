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
    const skip = async (frames: number) => {
      const passed = Math.min(frames, (sound[0]?.length ?? 0) - at)
      at += passed
      return passed
    }
    const read = async (frames: number) => {
      const taken = sound.map((side) => side.slice(at, at + frames))
      await skip(frames)
      return taken
    }
    return { sampleRate, channels: sound.length, read, skip }
  }
  return { open, isSound: () => isSound }
}

/** Mean squares of 10 ms, without frequency weighting. */
export function soundGrid(sound: SampleChannels, sampleRate: Hertz): Float32Array {
  const width = sampleRate / CELLS_PER_SECOND
  const squares = (side: Float64Array, cell: number) => {
    let sum = 0
    for (let i = Math.trunc(cell * width); i < Math.trunc((cell + 1) * width); i++)
      sum += (side[i] ?? 0) * (side[i] ?? 0)
    return sum
  }
  return Float32Array.from({ length: Math.floor((sound[0]?.length ?? 0) / width) }, (_, cell) =>
    sound.reduce((sum, side) => sum + squares(side, cell) / width, 0),
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
