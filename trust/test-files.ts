import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Run } from './measure.ts'
import { runProgram } from './run-program.ts'

interface Tested {
  readonly passed: number
  readonly wrong: readonly string[]
}

interface Report {
  readonly testResults: readonly {
    readonly message: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

/** Some promises are checked by tests; this runs them and reports the result. */
export async function runTestFiles(
  run: Run,
  project: string,
  files: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Tested> {
  const report = join(run.folder, `report-${project}.json`)
  const { code, out, complaints } = await runProgram(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      project,
      '--reporter=json',
      `--outputFile=${report}`,
      ...files,
    ],
    { env: { ...process.env, ...env } },
    (child) => run.afterwards(() => void child.kill()),
  )
  const results = readReport(report)
  if (!results) return { passed: 0, wrong: [`the tests did not run: ${out}${complaints}`] }
  const tests = results.testResults.flatMap(({ assertionResults }) => assertionResults)
  const failed = tests
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages[0]?.split('\n', 1)[0] ?? ''}`)
  const passed = tests.filter(({ status }) => status === 'passed').length
  return {
    passed,
    wrong: [
      ...failed,
      ...(code !== 0 && failed.length === 0 ? results.testResults.map(({ message }) => message) : []),
      ...(passed === 0 ? ['no test ran'] : []),
    ],
  }
}

function readReport(path: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
