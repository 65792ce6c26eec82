import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

interface Bench {
  readonly title: string
  readonly quickly: readonly string[]
  /** Where the file has another name. */
  readonly script?: string
}

/**
 * Runs all benches in sequence: `npm run bench`, `npm run bench -- ranges player` for some, `--quick` for fewer rounds.
 * Ends with a table of the lines that contain a ratio or a target.
 */
const BENCHES: Readonly<Record<string, Bench>> = {
  ingest: { title: 'Ingest of an hour', quickly: ['10', '1'] },
  comparison: { title: 'Comparing and drawing an hour', quickly: ['5'] },
  'truth-comparisons': { title: 'What comparisons say', quickly: ['6'] },
  'truth-findings': { title: 'Faults found, and none invented', quickly: ['dense pop'] },
  upload: { title: 'Durable upload', quickly: [] },
  ranges: { title: 'Ranged reads', quickly: [] },
  live: { title: 'News to 500 connections', quickly: ['500', '3'] },
  load: { title: '500 listening, 50 uploading', quickly: ['50', '5', '20'], script: 'listener-load' },
  'sign-in': { title: 'Sessions and sign-ins', quickly: [] },
  'project-details': { title: 'A large project', quickly: [] },
  notes: { title: 'Ten thousand notes', quickly: [] },
  player: { title: 'First waveform, first sound', quickly: [], script: 'time-to-sound' },
  drawing: { title: 'Waveforms drawn', quickly: [] },
  lines: { title: 'Sound over slower lines', quickly: [] },
  pages: { title: 'Pages over a phone line', quickly: [], script: 'first-paint' },
}
const QUICK_SETTINGS = { ROUNDS: '1', SECONDS: '3' }

const quick = process.argv.includes('--quick')
const named = process.argv.slice(2).filter((word) => !word.startsWith('--'))
/** `truth` names both of its halves. */
const isNamed = (bench: string, name: string) => bench === name || bench.startsWith(`${name}-`)
const unknown = named.filter((name) => !Object.keys(BENCHES).some((bench) => isNamed(bench, name)))
if (unknown.length > 0) {
  console.error(`There is no bench called ${unknown.join(', ')}. There are: ${Object.keys(BENCHES).join(', ')}`)
  process.exit(1)
}

const table: (readonly [title: string, line: string])[] = []
let failed = false
for (const [name, { title, quickly, script = name }] of Object.entries(BENCHES)) {
  if (named.length > 0 && !named.some((one) => isNamed(name, one))) continue
  console.log(`\n── ${title}`)
  const { code, lines } = await run(`bench/${script}.ts`, quick ? quickly : [])
  for (const line of lines) if (/target|ratio/.test(line)) table.push([title, line.trim()])
  if (code === 0) continue
  failed = true
  table.push([title, `ended with ${code ?? 'a signal'}; see above`])
}

console.log('\n── Together')
const width = Math.max(...table.map(([title]) => title.length))
for (const [title, line] of table) console.log(`${title.padEnd(width)}  ${line}`)
process.exit(failed ? 1 : 0)

/** Runs one bench and passes its output through line by line. */
async function run(
  script: string,
  args: readonly string[],
): Promise<{ code: number | null; lines: readonly string[] }> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...(quick && QUICK_SETTINGS) },
  })
  const lines: string[] = []
  createInterface(child.stdout).on('line', (line) => {
    lines.push(line)
    console.log(line)
  })
  const [code]: unknown[] = await once(child, 'close')
  return { code: typeof code === 'number' ? code : null, lines }
}
