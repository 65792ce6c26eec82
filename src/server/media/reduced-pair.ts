// Load only in the disposable child process.
import type { ComparedPair } from '#audio/comparison-result.ts'
import { CELLS_PER_SECOND } from '#audio/loudness-gating.ts'
import { halvings, SoundReducer } from '#audio/pieces/reduced-sound.ts'
import type { ReducedSound } from '#audio/pieces/reduced-sound.ts'
import type { Frames, Seconds } from '#shared/units.ts'
import { openPair } from '#server/media/compared-source.ts'
import type { ComparedSource } from '#server/media/compared-source.ts'
import { sidesOf } from '#server/media/converted-reader.ts'
import type { Grids } from '#server/media/find-alignment.ts'
import type { SampleReader } from '#server/media/sample-reader.ts'

const BLOCK = 2 ** 16

/** Reads both once, to a size that stays in memory. Frame n of the result is frame n · `factor` of the recording. */
export async function readReduced(
  sources: ComparedPair<ComparedSource>,
  grids: Grids,
): Promise<ComparedPair<ReducedSound> & { readonly factor: number; readonly frames: ComparedPair<Frames> }> {
  const { a, b, sampleRate } = await openPair(sources)
  const [lengthA, lengthB] = [grids.a.length / CELLS_PER_SECOND, grids.b.length / CELLS_PER_SECOND]
  const halved = halvings(sampleRate, Math.max(lengthA, lengthB, 1))
  const [ofA, ofB] = [await reduce(a, halved, lengthA), await reduce(b, halved, lengthB)]
  return {
    a: ofA.reduced,
    b: ofB.reduced,
    factor: 2 ** halved,
    frames: { a: ofA.frames, b: ofB.frames },
  }
}

interface ReadReduced {
  readonly reduced: ReducedSound
  /** How many frames were read. */
  readonly frames: Frames
}

async function reduce(reader: SampleReader, halved: number, expected: Seconds): Promise<ReadReduced> {
  let frames = 0
  const reducer = new SoundReducer(reader.sampleRate, halved, expected)
  for (;;) {
    const sides = sidesOf(await reader.read(BLOCK))
    if (sides.left.length === 0) return { reduced: reducer.finish(), frames }
    frames += sides.left.length
    reducer.add(sides)
  }
}
