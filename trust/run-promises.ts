import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { barLine, type BarId, barIds, bars, exitCodes, type Figure } from './bars.ts'
import { type Figures, figuresFile, readFigures, trustPage } from './trust-page.ts'

/**
 * Checks all promises in sequence, or the named ones: `npm run trust -- r04 r07`, `--short` for fewer rounds. Results
 * of full runs are stored in trust/figures.json and shown in docs/trust.md.
 */
const args = process.argv.slice(2)
const named = args
  .filter((word, i) => !word.startsWith('--') && !args[i - 1]?.match(/^--(seed|minutes)$/))
  .map((word) => word.toLowerCase())
const options = args.filter((word, i) => word.startsWith('--') || args[i - 1]?.match(/^--(seed|minutes)$/))
const unknown = named.filter((name) => !barIds.some((id) => id === name))
if (unknown.length > 0) {
  console.error(`There is no bar called ${unknown.join(', ')}. There are: ${barIds.join(', ')}`)
  process.exit(1)
}

const found: [BarId, Figure | undefined][] = []
for (const id of barIds.filter((one) => named.length === 0 || named.includes(one))) {
  console.log(`\n── ${id.toUpperCase()} ${bars[id].title}`)
  const figure = await look(id)
  found.push([id, figure])
  if (figure) keep(id, figure)
}

console.log('\n── Together')
for (const [id, figure] of found) console.log(barLine(id, figure))
const states = found.map(([, figure]) => figure?.state ?? 'missed')
process.exit(exitCodes[(['missed', 'not run'] as const).find((state) => states.includes(state)) ?? 'met'])

async function look(id: BarId): Promise<Figure | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'roughmix-trust-'))
  const result = join(folder, 'figure.json')
  try {
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', `trust/${bars[id].script}`, ...options],
      { stdio: 'inherit', env: { ...process.env, TRUST_RESULT: result } },
    )
    await once(child, 'close')
    return JSON.parse(readFileSync(result, 'utf8'))
  } catch {
    return undefined
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Stored at once, because the next check may take an hour. A short run does not count as a check of the promise, and
 * one that could not run does not replace a figure.
 */
function keep(id: BarId, figure: Figure): void {
  const before = readFigures()
  if (figure.short || (figure.state === 'not run' && before[id] !== undefined)) return
  const figures: Figures = { ...before, [id]: figure }
  writeFileSync(figuresFile, `${JSON.stringify(figures, null, 2)}\n`)
  writeFileSync('docs/trust.md', trustPage())
}
