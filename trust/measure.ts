import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Bar, type BarId, barLine, bars, exitCodes, type Figure, type Outcome } from './bars.ts'
import { Chance } from './chance.ts'
import { lastWords, pause } from './start-server.ts'

export interface Run {
  /** Deterministic by seed. */
  readonly chance: Chance
  readonly seed: string
  /** For `npm test`: fewer rounds, smaller files. */
  readonly short: boolean
  /** 0 if the promise does not depend on time. */
  readonly minutes: number
  /** Deleted afterwards. */
  readonly folder: string
  /** Prints progress. */
  readonly say: (line: string) => void
  /** Runs in any case, in reverse order. */
  readonly afterwards: (work: () => unknown) => void
}

/** This machine lacks something that the check needs. */
export class CannotRun extends Error {}

/** Checks one promise, prints the result in one line, and exits: 0 met, 1 missed, 2 if it could not be run. */
export async function measure(id: BarId, work: (run: Run) => Promise<Outcome>): Promise<never> {
  const { values } = parseArgs({
    options: { short: { type: 'boolean', default: false }, seed: { type: 'string' }, minutes: { type: 'string' } },
  })
  const seed =
    values.seed ??
    process.env['TRUST_SEED'] ??
    (process.env['CI'] === 'true' ? '1' : String(Math.floor(Math.random() * 1e9)))
  const folder = mkdtempSync(join(tmpdir(), `roughmix-trust-${id}-`))
  const cleaning: (() => unknown)[] = []
  const tidy = async () => {
    for (const clean of cleaning.splice(0))
      await Promise.resolve(clean()).catch((error: unknown) => console.error(error))
    rmSync(folder, { recursive: true, force: true })
  }
  // Servers run in their own process groups, so nobody else would stop them.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void tidy().then(() => process.exit(1)))
  const loads = [loadavg()[0] ?? 0]
  const watching = setInterval(() => loads.push(loadavg()[0] ?? 0), 5000).unref()
  const startedAt = performance.now()
  const { minutes: lasts }: Bar = bars[id]
  const minutes = Number(values.minutes ?? (values.short ? lasts?.short : lasts?.full) ?? 0)
  const short = values.short || minutes < (lasts?.full ?? 0)
  // Wait until the caller's later declarations have run.
  await new Promise(setImmediate)
  const found = await outcome(work, {
    chance: new Chance(seed),
    seed,
    short,
    minutes,
    folder,
    say: (line) => console.log(`   ${line}`),
    afterwards: (clean) => void cleaning.unshift(clean),
  })
  clearInterval(watching)
  await tidy()
  const load = {
    cores: availableParallelism(),
    before: round(loads[0] ?? 0),
    during: round(loads.reduce((sum, one) => sum + one, 0) / loads.length),
  }
  const figure: Figure = {
    ...found,
    asked: bars[id].asked,
    seed,
    short,
    tookSeconds: Math.round((performance.now() - startedAt) / 1000),
    load,
    at: new Date().toISOString().slice(0, 10),
  }
  console.log(barLine(id, figure))
  for (const line of figure.wrong.slice(0, 40)) console.log(`   wrong: ${line}`)
  const result = process.env['TRUST_RESULT']
  if (result) writeFileSync(result, JSON.stringify(figure))
  process.exit(exitCodes[figure.state])
}

async function outcome(work: (run: Run) => Promise<Outcome>, run: Run): Promise<Outcome & Pick<Figure, 'state'>> {
  // A failure outside the main path also ends the check with a message, and leaves no server running.
  const { promise: strays, reject } = Promise.withResolvers<never>()
  process.on('unhandledRejection', reject).on('uncaughtException', reject)
  try {
    const found = await Promise.race([work(run), strays])
    return { ...found, state: found.wrong.length === 0 ? 'met' : 'missed' }
  } catch (error) {
    if (error instanceof CannotRun) return { figure: error.message, wrong: [], state: 'not run' }
    // Their messages about it are still in flight.
    await pause(300)
    console.error(error, lastWords())
    return {
      figure: 'it ended before its time',
      wrong: [error instanceof Error ? error.message : String(error)],
      state: 'missed',
    }
  }
}

function round(number: number): number {
  return Math.round(number * 10) / 10
}
