import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { run } from './run-step.ts'
import type { TestProblem } from './test-problems.ts'

export interface TestRun {
  readonly projects: readonly string[]
  /** Parts of paths; if empty, every file. */
  readonly only: readonly string[]
  /** Runs only tests that import these files, directly or indirectly. */
  readonly importersOf?: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly options: readonly string[]
}

export interface TestOutcome {
  readonly ok: boolean
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** Tests that did not pass at the first try, one line each. */
  readonly troubles: readonly string[]
}

interface FileOutcome {
  readonly status: string
  readonly assertionResults: readonly { readonly status: string }[]
}

interface Attempt {
  readonly ok: boolean
  /** By path. Undefined if the runner stopped before reporting. */
  readonly files: ReadonlyMap<string, FileOutcome> | undefined
  readonly troubles: readonly TestProblem[]
}

/**
 * Runs tests. In CI, failed files are rerun once from a clean start (`beforeAll` is never retried, and a retry may find
 * leftovers); all files are rerun if an error belongs to none of them.
 */
export function runTests(wanted: TestRun, { again = process.env['CI'] === 'true' } = {}): TestOutcome {
  const first = attempt(wanted)
  if (first.ok || !again)
    return outcomeOf(
      first.ok,
      [first],
      first.files ? [] : [`The test runner stopped early: ${wanted.projects.join(', ')}`],
    )
  const isStray = !first.files || first.troubles.some(({ kind }) => kind === 'stray')
  const failed = isStray
    ? []
    : [...(first.files ?? [])].filter(([, { status }]) => status === 'failed').map(([path]) => path)
  const second = attempt(failed.length > 0 ? { ...wanted, importersOf: [], only: failed } : wanted)
  const wholly =
    failed.length > 0
      ? failed.map((path) => `${relative('.', path)} (the whole file)`)
      : [`${wanted.projects.join(', ')} (every file)`]
  return outcomeOf(
    second.ok && second.files !== undefined,
    [first, second],
    wholly.map((files) => `Needed another try: ${files}`),
  )
}

function attempt({ projects, only, importersOf = [], env, options }: TestRun): Attempt {
  const report = `.cache/tests-${projects.join('-')}.json`
  const tries = `.cache/tries-${projects.join('-')}.jsonl`
  mkdirSync('.cache', { recursive: true })
  for (const file of [report, tries]) rmSync(file, { force: true })
  const ok = run(
    'node_modules/vitest/vitest.mjs',
    [
      ...(importersOf.length > 0 ? ['related', '--run'] : ['run']),
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=dot',
      '--no-color',
      '--reporter=./scripts/tries-reporter.ts',
      '--reporter=json',
      `--outputFile.json=${report}`,
      '--passWithNoTests',
      ...options,
      ...only,
      ...importersOf,
    ],
    { ...env, TRIES_FILE: tries },
  )
  return { ok, files: filesIn(report), troubles: linesOf(tries).map((line): TestProblem => JSON.parse(line)) }
}

function filesIn(report: string): Attempt['files'] {
  const text = linesOf(report).join('\n')
  if (text === '') return undefined
  const { testResults }: { testResults: readonly (FileOutcome & { readonly name: string })[] } = JSON.parse(text)
  return new Map(testResults.map((file) => [file.name, file]))
}

function linesOf(path: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
  } catch {
    return []
  }
}

/** For a file that ran twice, the later outcome counts. */
function outcomeOf(ok: boolean, attempts: readonly Attempt[], more: readonly string[]): TestOutcome {
  const tests = [...new Map(attempts.flatMap(({ files }) => [...(files ?? [])])).values()].flatMap(
    ({ assertionResults }) => assertionResults,
  )
  const count = (...kinds: readonly string[]) => tests.filter(({ status }) => kinds.includes(status)).length
  return {
    ok,
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped', 'pending', 'todo', 'disabled'),
    troubles: [...attempts.flatMap(({ troubles }) => troubles.map(words)), ...more],
  }
}

function words(trouble: TestProblem): string {
  if (trouble.kind === 'stray') return `An error that belongs to no test: ${trouble.reason}`
  const often = trouble.kind === 'repeated' ? 'measured again' : `${trouble.tries} tries`
  return `Needed another try: ${trouble.file} > ${trouble.test} (${often}): ${trouble.reason}`
}
