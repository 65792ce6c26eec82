// Compares pairs whose difference is known, and counts what is said of them: `node bench/truth-comparisons.ts [MOST]
// [tuned|held-back|SEED] [WORD]`, by default the first two sets; a seed makes a set of its own. With a word: only the
// pairs whose group or music has it. Lists every pair whose words are not true.
import { comparisonLines } from '#features/comparisons/comparison-words.ts'
import { comparedSounds } from '#testing/compared-sounds.ts'
import { heldBackPairs, pairsOf, truthPairs } from '#testing/truth-pairs.ts'
import type { TruthPair } from '#testing/truth-pairs.ts'
import { freshSet } from '#testing/truth-songs.ts'
import { truthVerdict } from '#testing/truth-verdict.ts'

const [most = '', only = '', word = ''] = process.argv.slice(2)
const isSeed = /^\d+$/.test(only)
const sets: readonly (readonly [string, readonly TruthPair[]])[] = isSeed
  ? [[`seed ${only}`, pairsOf(freshSet(Number(only)))]]
  : [
      ['tuned', truthPairs],
      ['held-back', heldBackPairs],
    ]
const started = performance.now()
for (const [name, pairs] of sets) {
  if (only !== '' && !isSeed && only !== name) continue
  const asked = pairs.filter(({ group, kind }) => `${group}, ${kind}`.includes(word))
  await judge(name, most === '' ? asked : asked.slice(0, Number(most)))
}
console.log(`${((performance.now() - started) / 60_000).toFixed(1)} min`)

interface Counts {
  pairs: number
  true: number
  silent: number
  false: number
  places: readonly number[]
}

async function judge(name: string, pairs: readonly TruthPair[]): Promise<void> {
  const rows = new Map<string, Counts>()
  const total = noCounts()
  for (const pair of pairs) {
    const { a, b, rates } = pair.make()
    const result = await comparedSounds(a, b, rates)
    const lines = comparisonLines(result, { a: 'v1', b: 'v2', areVersions: true }).map(({ text }) => text)
    const verdict = truthVerdict(pair, lines, result)
    const row = rows.get(pair.group) ?? noCounts()
    rows.set(pair.group, row)
    for (const counted of [row, total]) {
      counted.pairs++
      counted[verdict.words]++
      counted.places = [verdict.right, verdict.unsure, verdict.wrong].map(
        (count, i) => count + (counted.places[i] ?? 0),
      )
    }
    if (verdict.words !== 'true' || verdict.wrong > 0)
      console.log(`${pair.group}, ${pair.kind}: ${verdict.words}, ${verdict.wrong} places wrong: ${lines.join('; ')}`)
  }
  console.log(`${name}: pairs | true | silent | false | places right, unsure, wrong`)
  for (const [group, row] of [...rows, ['all', total] as const])
    console.log(
      `${group.padEnd(48)} ${row.pairs} | ${row.true} | ${row.silent} | ${row.false} | ${row.places.join(', ')}`,
    )
  console.log(
    `${name}: words true for ${total.true} of ${total.pairs}, false for ${total.false} (target: 58 of 60, and none), ` +
      `places wrong: ${total.places[2]} (target: 0)`,
  )
}

function noCounts(): Counts {
  return { pairs: 0, true: 0, silent: 0, false: 0, places: [0, 0, 0] }
}
