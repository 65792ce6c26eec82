import { beforeAll, expect, test } from 'vitest'
import { bars, barsInTests, exitCodes } from '../trust/bars.ts'
import { runProgram } from '../trust/run-program.ts'
import { buildWasm } from '../scripts/build-wasm.ts'

beforeAll(() => void buildWasm())

/**
 * Short forms of what `npm run trust` looks at. Each tells its seed: `npm run trust -- r01 --short --seed 7` repeats
 * it.
 */
test.for(barsInTests.map((id) => [bars[id].title, id] as const))('%s (%s)', async ([, id], { skip }) => {
  const { code, out, complaints } = await runProgram([`trust/${bars[id].script}`, '--short'])
  console.log(out)
  if (code === exitCodes['not run']) skip(out.trim().split('\n').at(-1))
  expect(code, out + complaints).toBe(exitCodes.met)
})
