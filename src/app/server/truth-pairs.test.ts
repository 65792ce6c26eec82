import { expect, test } from 'vitest'
import { comparedSounds } from '#testing/compared-sounds.ts'
import { truthPairs } from '#testing/truth-pairs.ts'
import { truthVerdict } from '#testing/truth-verdict.ts'
import { comparisonLines } from '#features/comparisons/comparison-words.ts'

const SMALL = [
  'cut, swapped',
  'added',
  'start trimmed and cut',
  'moved',
  'clocks',
  'tempo',
  'limited',
  'part replaced',
  'part late',
  'part upside down',
  'mono below 250 Hz',
  'wider above 700 Hz',
  'reverb added',
  'another song at one tempo',
  'rendered again and cut, played again',
  'tempo and cut',
]

test.each(truthPairs.filter(({ group, kind }) => SMALL.includes(group) && kind === 'through-composed'))(
  '$group: what is said is true, and no place is wrong',
  async (pair) => {
    const { a, b, rates } = pair.make()
    const result = await comparedSounds(a, b, rates)
    const lines = comparisonLines(result, { a: 'v1', b: 'v2', areVersions: true }).map(({ text }) => text)
    expect({ lines, ...truthVerdict(pair, lines, result) }).toMatchObject({ words: 'true', wrong: 0 })
  },
)
