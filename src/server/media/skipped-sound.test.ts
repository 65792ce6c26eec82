import { describe, expect, test } from 'vitest'
import { seededRandom } from '#audio/song-instruments.ts'
import { ConvertedReader } from '#server/media/converted-reader.ts'
import { cutPieces } from '#server/media/place-pieces.ts'
import type { SampleReader } from '#server/media/sample-reader.ts'
import { StretchedReader } from '#server/media/stretched-reader.ts'
import { soundSource } from '#testing/compared-sounds.ts'

const RATE = 48_000
const random = seededRandom(3)
const noise = [0, 1].map(() => Float64Array.from({ length: 5 * RATE }, () => random() - 0.5))
const opened = () => soundSource(noise, RATE).open()

const READERS: Readonly<Record<string, () => Promise<SampleReader>>> = {
  'as it is': opened,
  'at a lower rate': async () => new ConvertedReader(await opened(), 44_100),
  'at another speed': async () => new StretchedReader(await opened(), 1.01),
  'at both': async () => new StretchedReader(new ConvertedReader(await opened(), 44_100), 0.98),
}

async function wholeOf(reader: SampleReader): Promise<readonly number[]> {
  const all: number[] = []
  for (;;) {
    const [left] = await reader.read(10_000)
    if (!left || left.length === 0) return all
    all.push(...left)
  }
}

describe.each(Object.keys(READERS))('a recording %s', (name) => {
  const open = READERS[name] ?? opened

  test.each([0, 1, 4097, 70_001, 200_000])('continues after %i frames that were passed over', async (passed) => {
    const expected = (await wholeOf(await open())).slice(1000 + passed, 1000 + passed + 500)
    const reader = await open()
    await reader.read(1000)
    expect(await reader.skip(passed)).toBe(passed)
    expect(Array.from((await reader.read(500))[0] ?? [])).toEqual(expected)
  })

  test('says how many frames there were to pass over', async () => {
    const all = await wholeOf(await open())
    const reader = await open()
    expect(await reader.skip(1e7)).toBe(all.length)
    expect(await reader.skip(1)).toBe(0)
  })

  test('gives the stretches that are asked for, in any order, silent beyond its ends', async () => {
    const all = await wholeOf(await open())
    const stretches = [
      { from: 150_000, frames: 900 },
      { from: -50, frames: 100 },
      { from: 80_000, frames: 70_000 },
      { from: 150_500, frames: 900 },
      { from: all.length - 10, frames: 30 },
    ]
    const pieces = await cutPieces(await open(), stretches)
    pieces.forEach(({ left }, i) => {
      const { from, frames } = stretches[i] ?? { from: 0, frames: 0 }
      expect(Array.from(left)).toEqual(Array.from({ length: frames }, (_, n) => all[from + n] ?? 0))
    })
  })
})
