import { beforeAll, expect, test } from 'vitest'
import { type BarId, bars } from '../trust/bars.ts'
import { runProgram } from '../trust/run-program.ts'
import { buildWasm } from '../scripts/build-wasm.ts'

/** Short forms of what `npm run trust` looks at. Each tells its seed: `npm run trust -- r01 --short --seed 7` repeats it. */
const short: readonly BarId[] = ['r01', 'r02', 'r03', 'r05', 'r06', 'r15']

beforeAll(() => void buildWasm())

test.each(short.map((id) => [bars[id].title, id] as const))('%s (%s)', async (_, id) => {
  const { code, out, complaints } = await runProgram([`trust/${bars[id].script}`, '--short'])
  console.log(out)
  expect(code, out + complaints).toBe(0)
})
