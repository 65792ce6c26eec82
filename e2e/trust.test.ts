import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { type BarId, bars } from '../trust/bars.ts'
import { buildWasm } from '../scripts/build-wasm.ts'

/** Short forms of what `npm run trust` looks at. Each tells its seed: `npm run trust -- r01 --short --seed 7` repeats it. */
const short: readonly BarId[] = ['r01', 'r02', 'r03', 'r05', 'r06', 'r15']

beforeAll(() => void buildWasm())

test.each(short.map((id) => [bars[id].title, id] as const))('%s (%s)', async (_, id) => {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', `trust/${bars[id].script}`, '--short'], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [said, complaints] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  console.log(said)
  expect(child.exitCode, said + complaints).toBe(0)
})
