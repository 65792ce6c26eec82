// Compares pairs whose difference is known, and counts what is said of them: `node bench/truth-comparisons.ts [MOST]`.
// Lists every pair whose words are not true.
import { comparisonLines } from '#features/comparisons/comparison-words.ts'
import { comparedSounds } from '#testing/compared-sounds.ts'
import { truthPairs } from '#testing/truth-pairs.ts'
import { truthVerdict } from '#testing/truth-verdict.ts'

const most = Number(process.argv[2] ?? truthPairs.length)
const rows = new Map<string, { pairs: number; true: number; silent: number; false: number; places: number[] }>()
const total = { pairs: 0, true: 0, silent: 0, false: 0, places: [0, 0, 0] }
for (const pair of truthPairs.slice(0, most)) {
  const { a, b, rates } = pair.make()
  const result = await comparedSounds(a, b, rates)
  const lines = comparisonLines(result, { a: 'v1', b: 'v2', areVersions: true }).map(({ text }) => text)
  const verdict = truthVerdict(pair, lines, result)
  const row = rows.get(pair.group) ?? { pairs: 0, true: 0, silent: 0, false: 0, places: [0, 0, 0] }
  rows.set(pair.group, row)
  for (const counted of [row, total]) {
    counted.pairs++
    counted[verdict.words]++
    counted.places = [verdict.right, verdict.unsure, verdict.wrong].map((count, i) => count + (counted.places[i] ?? 0))
  }
  if (verdict.words !== 'true' || verdict.wrong > 0)
    console.log(`${pair.group}, ${pair.kind}: ${verdict.words}, ${verdict.wrong} places wrong: ${lines.join('; ')}`)
}
console.log('pairs | true | silent | false | places right, unsure, wrong')
for (const [group, row] of [...rows, ['all', total] as const])
  console.log(
    `${group.padEnd(26)} ${row.pairs} | ${row.true} | ${row.silent} | ${row.false} | ${row.places.join(', ')}`,
  )
console.log(`words true for ${total.true} of ${total.pairs}, false for ${total.false} (target: 58 of 60, and none)`)
